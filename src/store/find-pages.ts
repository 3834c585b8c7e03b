import type { Excerpt, TextPlace } from '../core/find-text.ts'
import type { TaskRecord } from './store.ts'

/** What to find in a task, and which page of it. With `before` a page is read from the end of its range. */
export type FindQuery = {
  taskId: string
  generation?: number
  /** The text; case is set aside. */
  text: string
  /** Matches after this seq, exclusive; 0 unless said. */
  after?: number
  /** The last matches before this seq, exclusive. */
  before?: number
  /** 50 unless said; at most 500. */
  limit?: number
}

/** An event that holds the text. */
export type FoundMatch = Excerpt & {
  /** Of a text in fragments, that of the first. */
  seq: number
  ts: number
  type: string
  /** Which of its texts holds the first match. */
  where: TextPlace
}

/** A page of matches, ascending. An event is one match, however often it holds the text. */
export type FindPage = {
  matches: FoundMatch[]
  /** Place of the page's first match among all, from 1; null for an empty page. */
  firstPosition: number | null
  /** Matches found so far. */
  total: number
  /** The whole session has been looked through: `total` is all. Else it is being looked through, ask again. */
  isComplete: boolean
  /** More matches are known in the direction of reading. */
  hasMore: boolean
  generation: number
}

/** What to find in all tasks. */
export type SearchQuery = {
  /** The text; case is set aside. */
  text: string
  /** `next` of the page before. */
  before?: string
  /** 20 tasks unless said; at most 100. */
  limit?: number
}

/** A task that holds a text. */
export type FoundTask = {
  task: TaskRecord
  /** Its title does. */
  isTitle: boolean
  /** The first events that do, at most three. */
  matches: FoundMatch[]
}

/** Tasks that hold a text, the newest first; `next` is null when all have been looked through. */
export type FoundTasks = { results: FoundTask[]; next: string | null }
