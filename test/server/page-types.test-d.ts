import { expectTypeOf } from 'vitest'
import type { OutputPage } from '../../src/server/output.ts'
import type { TaskNews } from '../../src/server/task-news.ts'
import type { TaskSummary } from '../../src/server/task-summary.ts'
import type { TaskSteering } from '../../src/server/tasks.ts'
import type { FindPage } from '../../src/store/find-pages.ts'
import type { TaskStrip, TurnPage } from '../../src/store/outline-pages.ts'
import type { EventPage, RunRecord, StoredEvent, TaskRecord } from '../../src/store/store.ts'
import type { UsageTable } from '../../src/store/usage-pages.ts'
import type * as page from '../../src/web/api/types.ts'

// The page may import core only, so it states what it reads by itself. The compiler checks here that the server gives it.
expectTypeOf<TaskSummary>().toExtend<page.TaskSummary>()
expectTypeOf<TaskSteering>().toExtend<page.TaskSteering>()
expectTypeOf<TaskNews>().toExtend<page.TaskNews>()
expectTypeOf<StoredEvent>().toExtend<page.ApiEvent>()
expectTypeOf<EventPage>().toExtend<page.EventPage>()
expectTypeOf<TaskStrip>().toExtend<page.TaskStrip>()
expectTypeOf<TurnPage>().toExtend<page.TurnPage>()
expectTypeOf<UsageTable>().toExtend<page.UsageTable>()
expectTypeOf<FindPage>().toExtend<page.FindPage>()
expectTypeOf<OutputPage>().toExtend<page.OutputPage>()
expectTypeOf<RunRecord>().toExtend<page.Run>()
expectTypeOf<TaskRecord>().toExtend<Pick<page.TaskDetail, 'state' | 'generation'>>()
