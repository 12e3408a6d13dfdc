import type { AgentScopeName } from '@assay/contract'
import type { Static, TObject } from 'typebox'
import type { Deps } from '../deps.ts'
import type { Caller } from '../domain/caller.ts'
import type { AgentKey } from '../domain/key-scope.ts'
import type { Calls } from './calls.ts'

/** What a tool is handed. */
export interface ToolContext {
  readonly deps: Pick<Deps, 'db' | 'clock'>
  readonly caller: Caller
  readonly key: AgentKey
  readonly calls: Calls
}

export type ToolResult = Readonly<Record<string, unknown>>

export interface Tool<I extends TObject = TObject> {
  readonly name: string
  readonly title: string
  readonly description: string
  /** The narrowest scope that has it. */
  readonly scope: AgentScopeName
  readonly input: I
  run(context: ToolContext, input: Static<I>): Promise<ToolResult>
}

export const tool = <I extends TObject>(made: Tool<I>): Tool => made as unknown as Tool

/** What the caller can correct: the agent reads the message. */
export class ToolProblem extends Error {}

/** One message for what is not there and for what is above the limit of the key: they are the same to it. */
export const nothing = (what: string, id: string) => new ToolProblem(`${what} ${id} not found`)
