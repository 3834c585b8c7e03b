/** The store: tasks, their lines and events in one SQLite file, each line exactly once. */
export { restoreAttachments } from './attachment-text.ts'
export { StoreError, type StoreErrorCode } from './errors.ts'
export type * from './find-pages.ts'
export { defaultHome, makePrivateFile, makePrivateFolder, storePathOf } from './home.ts'
export { createId } from './ids.ts'
export { openStore } from './open.ts'
export type * from './outline-pages.ts'
export type * from './store.ts'
