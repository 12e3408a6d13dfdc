import { expect, it } from 'vitest'
import { mailSubject, subjectIn } from './mail-subject.ts'

it('reads a subject over several lines and in other letters', () => {
  expect(subjectIn('From: a\r\nSubject: Your\r\n account\r\nTo: b\r\n\r\nSubject: not this')).toBe(
    'Your account',
  )
  expect(subjectIn('Subject: =?utf-8?B?w4l0w6k=?= =?UTF-8?q?_=C3=A0_la_mer?=\n\n')).toBe(
    'Été à la mer',
  )
})

it('is empty for what has none, and shows what cannot be decoded as it is', async () => {
  expect(subjectIn('From: a\n\nbody')).toBe('')
  expect(subjectIn('Subject: =?no-such-set?q?x?=\n\n')).toBe('=?no-such-set?q?x?=')
  expect(await mailSubject(new File(['Subject: x\n\n'], 'notes.txt'))).toBe('')
  expect(await mailSubject(new File(['Subject: x\n\n'], 'notes.EML'))).toBe('x')
})
