import fc from 'fast-check'
import { expect, it } from 'vitest'
import { unfoldLine } from './unfold.ts'

it('gives the entries of an array of objects exactly as they were printed', () => {
  const entries = ['{"a":9007199254740993}', '{ "b" : "],{\\"[" }', '{"c":[{"d":[]}],"c":1.0}']
  expect(unfoldLine(` [${entries.join(' ,\t')}] `)).toEqual(entries)
})

it.each(['{"a":1}', '[]', '[1,2]', '[{"a":1},2]', '[{"a":1}', 'text', ''])('leaves %j as it is', (line) => {
  expect(unfoldLine(line)).toEqual([line])
})

it('loses nothing, whatever the objects hold', () => {
  fc.assert(
    fc.property(fc.array(fc.dictionary(fc.string(), fc.jsonValue()), { minLength: 1 }), (objects) => {
      const entries = objects.map((object) => JSON.stringify(object))
      expect(unfoldLine(`[${entries.join(',')}]`)).toEqual(entries)
    }),
  )
})
