import { expect, it } from 'vitest'
import { tagsIn } from './tags.ts'

it('takes every tag between commas once, without the blanks around it', () => {
  expect(tagsIn(' phishing, finance ,,phishing\nmail gateway ')).toEqual([
    'phishing',
    'finance',
    'mail gateway',
  ])
})

it('adds to the tags that are there', () => {
  expect(tagsIn('new, old', ['old'])).toEqual(['old', 'new'])
})
