import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { ClusterNotifications } from '../common/cluster.ts'
import { connectionOf } from './address.ts'
import { processIdOf } from './session.ts'

export interface ClusterOptions {
  url: string
  /** Sends on a channel by another connection than the one that listens. */
  sendByPool?: (channel: string, text: string) => Promise<void>
  /** The connection was lost or could not be made; another try follows. */
  onTrouble?: (error: Error) => void
  /** It listens, and receives nothing. */
  onDeaf?: (reason: string) => void
}

/** A payload of NOTIFY has less than 8,000 bytes; the rest is for the frame around the messages. */
const maxBytes = 7_900
/** Notifications kept while there is no connection; beyond this the polls of the others find them. */
const maxPending = 1_000
/** Between two statements, while there are many notifications. */
const spacingMs = 10
const firstPauseMs = 100
const longestPauseMs = 30_000
const heartbeatMs = 30_000
/** How long a message to oneself may take. */
const echoMs = 2_000
const channel = 'assay'

const echoTopic = 'echo'

export const deafness =
  'Database notifications do not arrive; polling for jobs of other processes instead. ' +
  'Behind a pooler, set database.listenUrl to a direct PostgreSQL URL.'

type Message = [topic: string, text: string]

/** A separate connection, made at the first listen or notify, and made again whenever it is lost. */
export function makeClusterNotifications({ url, sendByPool, onTrouble, onDeaf }: ClusterOptions) {
  const topics = new Map<string, Set<(text: string) => void>>()
  const onBack = new Set<() => void>()
  const pending: Message[] = []
  let client: pg.Client | undefined
  let isReady = false
  let isSending = false
  let sentAt = 0
  let isStarted = false
  let isClosed = false
  let pauseMs = firstPauseMs
  let timer: NodeJS.Timeout | undefined
  let echo: { readonly text: string; readonly timer: NodeJS.Timeout } | undefined
  let isDeaf = false

  const start = () => {
    if (isStarted || isClosed) return
    isStarted = true
    connect()
  }

  const connect = () => {
    const own = new pg.Client({
      ...connectionOf(url),
      application_name: 'assay-cluster',
      connectionTimeoutMillis: 10_000,
      query_timeout: 10_000,
      keepAlive: true,
    })
    client = own
    own.on('error', (error) => lose(own, error))
    own.on('end', () => lose(own, new Error('The database closed the listening connection')))
    own.on('notification', ({ payload, processId }) => {
      if (processId !== processIdOf(own)) hear(payload ?? '')
    })
    own
      .connect()
      .then(() => own.query(`listen ${channel}`))
      .then(() => {
        if (client !== own) return
        isReady = true
        pauseMs = firstPauseMs
        beat(own)
        for (const listener of onBack) listener()
        listenToOneself()
        send(own)
      })
      .catch((error) => lose(own, error))
  }

  const lose = (own: pg.Client, error: Error) => {
    if (client !== own) return
    client = undefined
    isReady = false
    own.end().catch(() => undefined)
    onTrouble?.(error)
    clearTimeout(timer)
    timer = setTimeout(connect, pauseMs)
    // Growing, so a database that is down for an hour is not asked ten times a second.
    pauseMs = Math.min(pauseMs * 2, longestPauseMs)
  }

  /**
   * Behind a pooler that gives each transaction another connection, LISTEN succeeds and nothing ever
   * arrives. A message to oneself shows it.
   */
  const listenToOneself = () => {
    if (!sendByPool) return
    clearTimeout(echo?.timer)
    const text = randomUUID()
    const unheard = () => {
      isDeaf = true
      onDeaf?.(deafness)
    }
    echo = { text, timer: setTimeout(unheard, echoMs) }
    echo.timer.unref()
    sendByPool(channel, JSON.stringify([[echoTopic, text]])).catch((error: Error) => {
      // That nothing was sent says nothing about hearing.
      clearTimeout(echo?.timer)
      if (!isClosed) onTrouble?.(error)
    })
  }

  const hearOneself = (text: string) => {
    if (text !== echo?.text) return
    clearTimeout(echo.timer)
    isDeaf = false
  }

  /** A connection that died without a word is found by asking. */
  const beat = (own: pg.Client) => {
    timer = setTimeout(() => {
      if (client !== own) return
      own.query('select 1').then(
        () => beat(own),
        (error) => lose(own, error),
      )
    }, heartbeatMs)
  }

  /**
   * The first goes at once. Under load, one statement every few milliseconds sends them: a
   * statement for each turn of the event loop was a twelfth of what a job cost.
   */
  const send = (own: pg.Client) => {
    if (!isReady || isSending || pending.length === 0) return
    isSending = true
    const waitMs = sentAt + spacingMs - performance.now()
    if (waitMs > 0) setTimeout(sendBatch, waitMs, own)
    else setImmediate(sendBatch, own)
  }

  const sendBatch = (own: pg.Client) => {
    const batch = takeBatch(pending)
    // What did not fit has waited already.
    sentAt = pending.length > 0 ? 0 : performance.now()
    own
      // Polling backs it up, so the message need not wait for the disk. Only this statement: a setting
      // of a connection behind a pooler would affect others.
      .query("select set_config('synchronous_commit', 'off', true), pg_notify($1, $2)", [
        channel,
        batch,
      ])
      .catch((error) => lose(own, error))
      .finally(() => {
        isSending = false
        if (client) send(client)
      })
  }

  const hear = (payload: string) => {
    for (const [topic, text] of readBatch(payload))
      if (topic === echoTopic) hearOneself(text)
      else for (const listener of topics.get(topic) ?? []) listener(text)
  }

  const cluster: ClusterNotifications = {
    notify(topic, text) {
      start()
      if (pending.length < maxPending) pending.push([topic, text])
      if (client) send(client)
    },
    onNotified(topic, listener) {
      start()
      const listeners = topics.get(topic) ?? new Set()
      topics.set(topic, listeners.add(listener))
      return () => void listeners.delete(listener)
    },
    isDeaf: () => isDeaf,
    onBack(listener) {
      onBack.add(listener)
      return () => void onBack.delete(listener)
    },
  }
  return {
    ...cluster,
    async close() {
      isClosed = true
      clearTimeout(timer)
      clearTimeout(echo?.timer)
      const own = client
      client = undefined
      // A connection that is dead without knowing it would never say goodbye.
      await Promise.race([
        own?.end().catch(() => undefined),
        sleep(1_000, undefined, { ref: false }),
      ])
    },
  }
}

/** As many as fit. One that fits nowhere is left out: polling finds it. */
function takeBatch(pending: Message[]): string {
  const batch: Message[] = []
  let bytes = 0
  for (let next = pending[0]; next; next = pending[0]) {
    const size = Buffer.byteLength(JSON.stringify(next)) + 1
    if (bytes + size > maxBytes && batch.length > 0) break
    pending.shift()
    if (size > maxBytes) continue
    batch.push(next)
    bytes += size
  }
  return JSON.stringify(batch)
}

/** Any database user may send anything on the channel. */
function readBatch(payload: string): Message[] {
  try {
    const batch: unknown = JSON.parse(payload)
    return Array.isArray(batch) ? batch.filter(isMessage) : []
  } catch {
    return []
  }
}

const isMessage = (value: unknown): value is Message =>
  Array.isArray(value) && value.length === 2 && value.every((part) => typeof part === 'string')
