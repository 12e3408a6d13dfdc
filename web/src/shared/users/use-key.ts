import { useEffect, useRef, useState } from 'react'
import { api } from '../../base/api.ts'
import { useAction } from '../../base/use-action.ts'

const shownMs = 30_000

type Done = 'key.copied' | 'key.copyRefused' | 'key.renewed' | undefined

interface KeyHolder {
  id: string
  hasKey: boolean
}

/**
 * The key is fetched only on request, and forgotten after a while: screens are visible to others.
 */
export function useKey<U extends KeyHolder>(user: U, onUser: (user: U) => void) {
  const params = { login: user.id }
  const box = useRef<HTMLInputElement>(null)
  const [shown, setShown] = useState<{ key: string; until: number; selected: boolean }>()
  const [done, setDone] = useState<Done>()
  const { busy, problem, run } = useAction()

  const reveal = (key: string, selected = false) =>
    setShown({ key, until: Date.now() + shownMs, selected })
  const hide = () => {
    setShown(undefined)
    setDone(undefined)
  }
  useEffect(() => {
    if (!shown) return
    if (shown.selected) box.current?.select()
    const timer = setTimeout(() => {
      setShown(undefined)
      setDone(undefined)
    }, shown.until - Date.now())
    return () => clearTimeout(timer)
  }, [shown])

  const act = (work: () => Promise<Done>) => () => {
    if (busy) return
    setDone(undefined)
    void run(async () => setDone(await work()))
  }

  const show = act(async () => {
    reveal(await api.getKey(params))
    return undefined
  })

  const copy = act(async () => {
    const key = shown?.key ?? (await api.getKey(params))
    try {
      await navigator.clipboard.writeText(key)
      return 'key.copied'
    } catch {
      // Without HTTPS browsers have no clipboard; the person still gets at the key.
      reveal(key, true)
      return 'key.copyRefused'
    }
  })

  const renew = act(async () => {
    // The first key replaces the button that was pressed: the focus must not fall off the page.
    reveal(await api.renewKey(params), !user.hasKey)
    onUser({ ...user, hasKey: true })
    return 'key.renewed'
  })

  const revoke = act(async () => {
    await api.deleteKey(params)
    setShown(undefined)
    onUser({ ...user, hasKey: false })
    return undefined
  })

  return { box, shown, done, busy, problem, show, hide, copy, renew, revoke }
}
