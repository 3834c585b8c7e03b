import { type Signal, signal } from '@preact/signals'

/** The events whose rows are in view; null before any was drawn. */
export const visibleEvents: Signal<{ first: number; last: number } | null> = signal(null)
