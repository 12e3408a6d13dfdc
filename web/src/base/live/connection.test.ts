import { afterEach, expect, it, vi } from 'vitest'
import { onLiveEvent, startLive } from './connection.ts'

/** What the browser gives: a stream that the test opens, breaks and refuses. */
class Stream {
  static readonly CLOSED = 2
  static all: Stream[] = []
  readyState = 0
  onopen?: () => void
  onerror?: () => void
  onmessage?: (message: { data: string }) => void
  constructor() {
    Stream.all.push(this)
  }
  close() {
    this.readyState = Stream.CLOSED
  }
}

function begin() {
  Stream.all = []
  const page = Object.assign(new EventTarget(), { hidden: false })
  vi.stubGlobal('EventSource', Stream)
  vi.stubGlobal('document', page)
  const onGap = vi.fn()
  const stop = startLive(onGap)
  const show = (isShown: boolean) => {
    page.hidden = !isShown
    page.dispatchEvent(new Event('visibilitychange'))
  }
  return { onGap, stop, show, stream: () => Stream.all.at(-1) as Stream }
}

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

it('is not a gap when the stream opens for the first time', () => {
  const { onGap, stop, stream } = begin()
  stream().onopen?.()
  expect(onGap).not.toHaveBeenCalled()
  stop()
})

it('catches up once after the connection broke and is back', () => {
  const { onGap, stop, stream } = begin()
  stream().onopen?.()
  stream().onerror?.()
  expect(onGap).not.toHaveBeenCalled()
  stream().onopen?.()
  stream().onopen?.()
  expect(onGap).toHaveBeenCalledTimes(1)
  stop()
})

it('catches up after the tab was hidden, on a new stream', () => {
  const { onGap, stop, show, stream } = begin()
  const first = stream()
  first.onopen?.()
  show(false)
  expect(first.readyState).toBe(Stream.CLOSED)
  show(true)
  expect(stream()).not.toBe(first)
  stream().onopen?.()
  expect(onGap).toHaveBeenCalledTimes(1)
  stop()
})

it('asks again after a refusal, and catches up then', () => {
  vi.useFakeTimers()
  const { onGap, stop, stream } = begin()
  const first = stream()
  first.onopen?.()
  first.close()
  first.onerror?.()
  vi.advanceTimersByTime(15_000)
  expect(stream()).not.toBe(first)
  stream().onopen?.()
  expect(onGap).toHaveBeenCalledTimes(1)
  stop()
})

it('hears what is sent, and ignores what is not an event', () => {
  const { stop, stream } = begin()
  const heard: unknown[] = []
  const end = onLiveEvent((event) => heard.push(event))
  stream().onmessage?.({ data: 'no JSON' })
  stream().onmessage?.({ data: '{"jobId":"j"}' })
  expect(heard).toEqual([{ jobId: 'j' }])
  end()
  stop()
})

it('forgets a gap with the session', () => {
  const first = begin()
  first.stream().onopen?.()
  first.stream().onerror?.()
  first.stop()
  const second = begin()
  second.stream().onopen?.()
  expect(second.onGap).not.toHaveBeenCalled()
  second.stop()
})
