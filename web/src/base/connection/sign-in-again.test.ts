import { afterEach, expect, it } from 'vitest'
import { setSignedIn, settleSignIn, startCall } from './sign-in-again.ts'

afterEach(() => setSignedIn(false))

it('repeats every call that waited for the same person to sign in again', async () => {
  setSignedIn(true)
  const refused = [startCall()(), startCall()()]
  settleSignIn(true)
  expect(await Promise.all(refused)).toEqual([true, true])
})

it('asks no one before the sign-in, and no one after the sign-out', async () => {
  expect(await startCall()()).toBe(false)
  setSignedIn(true)
  const sentBefore = startCall()
  setSignedIn(false)
  expect(await sentBefore()).toBe(false)
})

it('ends with the sign-out: the next person is not asked for what the last one waited for', async () => {
  setSignedIn(true)
  const waited = startCall()()
  const answeredLate = startCall()
  setSignedIn(false)
  setSignedIn(true)
  expect(await waited).toBe(false)
  expect(await answeredLate()).toBe(false)
})

it('does not ask a second time for a call that the old session sent', async () => {
  setSignedIn(true)
  const [early, late] = [startCall(), startCall()]
  const waited = early()
  settleSignIn(true)
  expect(await waited).toBe(true)
  expect(await late()).toBe(true)
})
