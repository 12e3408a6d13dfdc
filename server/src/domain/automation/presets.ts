import type { RuleOn, RuleStep } from '@assay/contract'

export interface Preset {
  readonly id: string
  readonly name: string
  readonly on: RuleOn
  readonly if: Record<string, unknown>
  readonly do: readonly RuleStep[]
  readonly budget: { readonly runsPerHour: number; readonly jobsPerDay: number }
  /** What must be chosen before it can be created. */
  readonly missing: readonly string[]
}

const openCase = { _parent: { _type: 'case', _query: { status: 'Open' } } }

/** What Assay suggests; nothing of it is active before an administrator creates it. */
export const presets: readonly Preset[] = [
  {
    id: 'analyze-new',
    name: 'Analyze the observables of new alerts',
    on: 'observable.created',
    if: { _and: [{ _lte: { tlp: 2 } }, { _parent: { _type: 'alert', _query: {} } }] },
    do: [
      {
        analyze: {
          analyzers: ['Assay_Lists', 'Assay_Url', 'Assay_Domain', 'Assay_IP', 'Assay_Hash'],
        },
      },
    ],
    budget: { runsPerHour: 200, jobsPerDay: 1_000 },
    missing: [],
  },
  {
    id: 'mark-malicious',
    name: 'Tag and raise severity on a malicious verdict',
    on: { 'verdict.changed': { to: ['malicious'] } },
    if: openCase,
    do: [{ tag: { tags: ['malicious'] } }, { set: { severity: 3 } }],
    budget: { runsPerHour: 100, jobsPerDay: 0 },
    missing: [],
  },
  {
    id: 'propose-block',
    name: 'Propose a block',
    on: { 'verdict.changed': { to: ['malicious'] } },
    if: { _and: [{ _in: { _field: 'dataType', _values: ['ip', 'domain', 'url'] } }, openCase] },
    do: [
      { comment: { text: '{value} is malicious now: a block was proposed' } },
      { respond: { responder: '' } },
    ],
    budget: { runsPerHour: 10, jobsPerDay: 50 },
    missing: ['do[1].respond.responder'],
  },
  {
    id: 'keep-fresh',
    name: 'Analyze observables of open cases again every week',
    on: { stale: { in: 'openCases', olderThan: '7d', perDay: 200 } },
    if: {},
    do: [{ analyzeAgain: {} }],
    budget: { runsPerHour: 200, jobsPerDay: 500 },
    missing: [],
  },
  {
    id: 'tell-assignee',
    name: 'Notify the assignee when a verdict changes',
    on: 'verdict.changed',
    if: openCase,
    do: [{ notify: { people: ['assignee'] } }],
    budget: { runsPerHour: 200, jobsPerDay: 0 },
    missing: [],
  },
  {
    id: 'close-duplicates',
    name: 'Dismiss duplicates of a false positive',
    on: 'case.closed',
    if: { resolutionStatus: 'FalsePositive' },
    do: [{ dismiss: { reason: 'duplicate' } }],
    budget: { runsPerHour: 50, jobsPerDay: 0 },
    missing: [],
  },
]
