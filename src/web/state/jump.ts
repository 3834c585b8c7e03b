import { type Signal, signal } from '@preact/signals'

/** An event that the timeline is to go to; with `opens` its row is opened. Null when it is there. */
export const jump: Signal<{ seq: number; opens: boolean } | null> = signal(null)
