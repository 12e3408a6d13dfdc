import { describe, expect, it } from 'vitest'
import { inserted, linkedBlock, startsInsert, wrapped, writtenBody } from './section-text.ts'

describe('the text of a section', () => {
  it('has marks around the selected words, and the words stay selected', () => {
    const bold = wrapped({ text: 'one two', from: 4, to: 7 }, '**')
    expect(bold).toEqual({ text: 'one **two**', from: 6, to: 9 })
    expect(inserted({ text: 'ab', from: 1, to: 1 }, 'X')).toEqual({ text: 'aXb', from: 2, to: 2 })
  })

  it('opens the list of insertions only where a word begins', () => {
    expect(startsInsert({ text: '', from: 0, to: 0 })).toBe(true)
    expect(startsInsert({ text: 'and ', from: 4, to: 4 })).toBe(true)
    expect(startsInsert({ text: 'http:', from: 5, to: 5 })).toBe(false)
  })

  it('is linked if it is one placeholder; words of the case are text to edit', () => {
    expect(linkedBlock(' {{ values }}\n')).toBe('values')
    expect(linkedBlock('See {{values}}')).toBeUndefined()
    expect(linkedBlock('{{case.description}}')).toBeUndefined()
    const row = { description: 'Words', conclusion: '' } as never
    expect(writtenBody('{{case.description}}', { case: row })).toBe('Words')
  })
})
