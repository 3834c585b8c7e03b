import type { Context } from 'hono'
import { ApiError } from './errors.ts'

/** A query parameter as a whole number within bounds, null when it is absent. A bad one is a 400 that says what is allowed. */
export function wholeNumber(context: Context, name: string, least: number, most: number): number | null {
  const value = context.req.query(name)
  return value === undefined ? null : parseWhole(`The parameter "${name}"`, value, least, most)
}

/** A part of the path as a whole number from 1; a bad one is a 400. */
export function pathNumber(context: Context, name: string): number {
  const value = context.req.param(name) ?? ''
  return parseWhole(`The ${name} in the path`, value, 1, Number.MAX_SAFE_INTEGER)
}

/** A query parameter that is 0 or 1 as a boolean, null when it is absent; anything else is a 400. */
export function flag(context: Context, name: string): boolean | null {
  const value = context.req.query(name)
  if (value === undefined) return null
  if (value === '0') return false
  if (value === '1') return true
  throw badParameter(`The parameter "${name}" is ${quote(value)}.`, `Use ${name}=0 or ${name}=1.`)
}

/** A 400 for a parameter: what it is now, and what is allowed. */
export function badParameter(message: string, hint: string): ApiError {
  return new ApiError(400, 'bad-parameter', message, hint)
}

/** A foreign text, short and on one line, for a message. */
export function quote(value: string): string {
  return JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}…` : value)
}

function parseWhole(what: string, value: string, least: number, most: number): number {
  const number = /^\d{1,16}$/.test(value) ? Number(value) : Number.NaN
  if (number >= least && number <= most) return number
  const range = most === Number.MAX_SAFE_INTEGER ? `from ${least}` : `from ${least} to ${most}`
  throw badParameter(`${what} is ${quote(value)}.`, `Give a whole number ${range}.`)
}
