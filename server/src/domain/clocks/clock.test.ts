import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type Clock,
  clockOfPolicy,
  clockSetTo,
  dueOf,
  endedClock,
  matchingPolicy,
  newsOf,
  pausedClock,
  recountedClock,
  resumedClock,
  startedClock,
  toldClock,
} from './clock.ts'

const minute = 60_000
const start = Date.UTC(2026, 2, 1)
const hour = { minutes: 60, warn_at: 80 }
const clock = startedClock(hour, start)
const after = (minutes: number) => start + minutes * minute

describe('a clock', () => {
  it('tells of the end twice: when most of the time is over, and when all of it is', () => {
    expect(newsOf(clock, after(47))).toBe(undefined)
    expect(newsOf(clock, after(48))).toBe('dueSoon')
    const warned = toldClock(clock, 'dueSoon', after(48))
    expect(newsOf(warned, after(59))).toBe(undefined)
    expect(newsOf(warned, after(60))).toBe('overdue')
    const overdue = toldClock(warned, 'overdue', after(60))
    expect([overdue.next_at, newsOf(overdue, after(600))]).toEqual([null, undefined])
  })

  it('is not announced as due soon when it is looked at too late', () => {
    expect(newsOf(clock, after(61))).toBe('overdue')
  })

  it('stands still in a pause, however often it is paused and resumed', () => {
    const paused = pausedClock(pausedClock(clock, after(10)), after(20))
    expect([dueOf(paused), newsOf(paused, after(500))]).toEqual([null, undefined])
    const running = resumedClock(resumedClock(paused, after(40)), after(50))
    expect(dueOf(running)).toBe(after(90))
    expect(running.paused_ms).toBe(30 * minute)
  })

  it('stays overdue in a pause', () => {
    const overdue = toldClock(clock, 'overdue', after(60))
    const paused = pausedClock(overdue, after(70))
    expect(dueOf(paused)).toBe(after(60))
    expect(dueOf(resumedClock(paused, after(90)))).toBe(after(60))
  })

  it('counts another severity from the start, without the pauses', () => {
    const resumed = resumedClock(pausedClock(clock, after(10)), after(20))
    expect(dueOf(recountedClock(resumed, { minutes: 30, warn_at: 50 }, after(25)))).toBe(after(40))
  })

  it('that became overdue has a new chance when more time is allowed', () => {
    const overdue = toldClock(clock, 'overdue', after(60))
    const longer = recountedClock(overdue, { minutes: 120, warn_at: 80 }, after(70))
    expect([dueOf(longer), longer.breached_at, newsOf(longer, after(96))]).toEqual([
      after(120),
      null,
      'dueSoon',
    ])
    const shorter = recountedClock(overdue, { minutes: 30, warn_at: 80 }, after(70))
    expect([newsOf(shorter, after(80)), shorter.breached_at]).toEqual([undefined, after(60)])
  })

  it('obeys the date of a person, which neither pauses nor severities move', () => {
    const set = clockSetTo(after(200), after(100), clock)
    expect(newsOf(set, after(180))).toBe('dueSoon')
    const moved = recountedClock(
      resumedClock(pausedClock(set, after(110)), after(120)),
      { minutes: 5, warn_at: 80 },
      after(130),
    )
    expect(dueOf(moved)).toBe(after(200))
    expect(dueOf(pausedClock(set, after(110)))).toBe(after(200))
    expect(clockOfPolicy(moved, after(140))?.due_at).toBe(after(15))
    expect(clockOfPolicy(clockSetTo(after(1), start), after(1))).toBe(undefined)
  })

  it('that has ended says nothing', () => {
    const ended = endedClock(clock, after(30))
    expect([dueOf(ended), newsOf(ended, after(90))]).toEqual([null, undefined])
    expect(endedClock(ended, after(40)).ended_at).toBe(after(30))
  })
})

describe('the first matching policy', () => {
  const policies = [
    { ...hour, kind: 'resolve', severities: [4], template_id: null, id: 'critical' },
    { ...hour, kind: 'acknowledge', severities: [], template_id: null, id: 'all' },
    { ...hour, kind: 'resolve', severities: [], template_id: '~1', id: 'template' },
    { ...hour, kind: 'resolve', severities: [3, 4], template_id: null, id: 'high' },
  ]
  it.each([
    [4, '~1', 'critical'],
    [3, '~1', 'template'],
    [3, null, 'high'],
    [2, '~2', undefined],
  ])('of severity %s and template %s is %s', (severity, template_id, id) => {
    expect(matchingPolicy(policies, 'resolve', { severity, template_id })?.id).toBe(id)
    expect(matchingPolicy(policies, 'acknowledge', { severity, template_id })?.id).toBe('all')
  })
})

/** Looks every minute, and counts those in which the clock was running. */
function naive(allowed: number, pauses: readonly boolean[]): number | undefined {
  let counted = 0
  for (const [at, isPaused] of pauses.entries()) {
    if (counted === allowed) return at
    if (!isPaused) counted += 1
  }
  return undefined
}

describe('a clock, beside one that counts minute by minute', () => {
  // Around both changes of the clocks in Europe and the United States.
  const starts = [
    Date.UTC(2026, 2, 28, 23, 30),
    Date.UTC(2026, 9, 24, 23, 30),
    Date.UTC(2026, 2, 8, 6, 30),
    Date.UTC(2026, 10, 1, 5, 30),
  ]

  it('is due at the same minute, whatever was paused', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...starts),
        fc.integer({ min: 1, max: 200 }),
        fc.array(fc.tuple(fc.integer({ min: 1, max: 40 }), fc.boolean()), { maxLength: 20 }),
        (from, allowed, spans) => {
          const minutes = spans.flatMap(([length, isPaused]) =>
            Array.from({ length }, () => isPaused),
          )
          const course = [...minutes, ...Array.from({ length: allowed + 1 }, () => false)]
          let state: Clock = startedClock({ minutes: allowed, warn_at: 80 }, from)
          let told: number | undefined
          for (const [at, isPaused] of course.entries()) {
            const now = from + at * minute
            state = isPaused ? pausedClock(state, now) : resumedClock(state, now)
            if (newsOf(state, now) === 'overdue') {
              told = at
              break
            }
          }
          const expected = naive(allowed, course)
          // A pause that begins in the minute in which it would be due comes first.
          expect(told).toBe(
            expected !== undefined && course[expected]
              ? course.findIndex((isPaused, at) => at > expected && !isPaused)
              : expected,
          )
        },
      ),
      { numRuns: 500 },
    )
  })

  it('lasts as long on the days on which an hour is missing or comes twice', () => {
    const zones = ['Europe/Berlin', 'America/New_York', 'UTC']
    for (const from of starts)
      for (const timeZone of zones) {
        const due = startedClock({ minutes: 240, warn_at: 80 }, from).due_at
        const wall = new Intl.DateTimeFormat('en-GB', {
          ...{ timeZone, dateStyle: 'short', timeStyle: 'full' },
        })
        // Read off a wall, with the name of the zone, which differs when an hour comes twice.
        const read = new Set<string>()
        for (let at = from; at < due; at += minute) read.add(wall.format(at))
        expect(read.size).toBe(240)
      }
  })
})
