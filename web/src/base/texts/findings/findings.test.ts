import { catalogue, catalogueIds, placeholdersOf, words } from '@assay/contract/findings'
import { headlinePhrases } from '@assay/contract/headline/phrases'
import { expect, it } from 'vitest'
import * as english from './en.ts'
import { words as frenchWords } from './fr/words.ts'
import * as french from './fr.ts'

/** Words that follow from a number are each language's own. */
const evidenceIn = (sentence: string) =>
  [
    ...new Set(
      placeholdersOf(sentence).flatMap(({ name, kind, forms }) => (forms ? [] : `${name}:${kind}`)),
    ),
  ].sort()

it('every finding has its sentence in every language, with the same evidence', () => {
  expect(Object.keys(english.sentences).sort()).toEqual(catalogueIds)
  expect(Object.keys(french.sentences).sort()).toEqual(catalogueIds)
  const wrong = catalogueIds.filter(
    (id) => String(evidenceIn(french.sentences[id])) !== String(evidenceIn(catalogue[id].sentence)),
  )
  expect(wrong).toEqual([])
})

it('a form of a word follows from evidence that the finding has', () => {
  const wrong = catalogueIds.filter((id) => {
    const names = new Set(placeholdersOf(catalogue[id].sentence).map(({ name }) => name))
    const forms = placeholdersOf(french.sentences[id]).filter((one) => one.forms)
    return forms.some((one) => !names.has(one.name) || one.forms?.length !== 2)
  })
  expect(wrong).toEqual([])
})

it('every word that analyzers put in is there, with as much evidence in it', () => {
  const holes = (text: string) => text.split('{}').length
  expect(Object.keys(frenchWords).sort()).toEqual([...words].sort())
  expect(words.filter((word) => holes(frenchWords[word]) !== holes(word))).toEqual([])
})

it('French keeps its signs on the line of their word', () => {
  const texts = [french.sentences, frenchWords, french.phrases].flatMap((all) => Object.values(all))
  expect(texts.filter((text) => / [:;?!»]|« |'/.test(text))).toEqual([])
})

it('every part of a headline is there in every language, with what stands in it', () => {
  const names = (phrase: string) =>
    [...new Set(placeholdersOf(phrase).map(({ name }) => name))].sort()
  const evidence = (all: Readonly<Record<string, string>>) =>
    Object.entries(all).map(([id, phrase]) => [id, names(phrase)])
  expect(evidence(french.phrases)).toEqual(evidence(headlinePhrases))
  expect(evidence(english.phrases)).toEqual(evidence(headlinePhrases))
})
