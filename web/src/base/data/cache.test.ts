import { QueryObserver } from '@tanstack/react-query'
import { expect, it, onTestFinished } from 'vitest'
import { queryClient, readAgain } from './cache.ts'
import { keyOf } from './keys.ts'

/** A query that is on the screen, whose answers the test gives. */
function shown(key: ReturnType<typeof keyOf>) {
  const asked: ((answer: string) => void)[] = []
  const observer = new QueryObserver(queryClient, {
    queryKey: key,
    queryFn: () => new Promise<string>((resolve) => asked.push(resolve)),
  })
  const stop = observer.subscribe(() => undefined)
  onTestFinished(() => {
    stop()
    queryClient.clear()
  })
  return { asked, observer }
}

it('a first answer that was on its way when something changed is asked for once more', async () => {
  const { asked, observer } = shown(keyOf('story', 'case', 100))
  const isRead = readAgain(keyOf('story'))
  asked[0]?.('of before')
  await expect.poll(() => asked.length).toBe(2)
  asked[1]?.('of after')
  await isRead
  expect(observer.getCurrentResult().data).toBe('of after')
  expect(asked).toHaveLength(2)
})

it('what is there is asked for once, and what is not shown not at all', async () => {
  const { asked, observer } = shown(keyOf('story', 'case', 100))
  asked[0]?.('of before')
  await expect.poll(() => observer.getCurrentResult().data).toBe('of before')
  queryClient.setQueryData(keyOf('story', 'other', 100), 'hidden')
  const isRead = readAgain(keyOf('story'))
  await expect.poll(() => asked.length).toBe(2)
  asked[1]?.('of after')
  await isRead
  expect(asked).toHaveLength(2)
})
