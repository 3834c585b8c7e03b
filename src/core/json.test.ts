import { expect, it } from 'vitest'
import { parseJson, parseObject, unwrapJson } from './json.ts'

it('tells a text that is null from one that is not JSON', () => {
  expect(parseJson('null')).toBeNull()
  expect(parseJson('{')).toBeUndefined()
})

it.each([['[1]'], ['"a"'], ['{'], [''], [null], [{ a: 1 }]])('no object is in %j', (text) => {
  expect(parseObject(text)).toBeNull()
})

it('gives the value of a JSON text, and any other value as it came', () => {
  expect(unwrapJson('{"a":1}')).toEqual({ a: 1 })
  expect(unwrapJson('null')).toBeNull()
  expect(unwrapJson('ls -la')).toBe('ls -la')
  expect(unwrapJson(undefined)).toBeUndefined()
})
