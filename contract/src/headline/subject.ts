import type { FindingParameters } from '../findings/sentence.ts'

export type HeadlineLevel = 'malicious' | 'suspicious' | 'safe' | 'none'

/** Why an analyzer judges as it does. */
export interface HeadlineReason {
  readonly level: HeadlineLevel
  readonly text: string
  readonly id?: string | undefined
  readonly parameters?: FindingParameters | undefined
  readonly analyzer: string
}

/** An observable as it is named: a text, or a file by its hash. */
export interface HeadlineName {
  readonly dataType: string
  readonly data?: string | undefined
  readonly hash?: string | undefined
  readonly filename?: string | undefined
}

/** What a person decided about an observable. */
export interface HeadlineDecision {
  readonly level: HeadlineLevel
  readonly reason: string
  /** The day on which it ends, as `2026-12-13`. */
  readonly until?: string | undefined
  /** As it is said where it was inherited. */
  readonly said: HeadlineReason
  /** What each analyzer says that answered. */
  readonly others: readonly HeadlineLevel[]
}

/** What is known about one observable. */
export interface HeadlineSubject extends HeadlineName {
  /** What makes two of them the same one. */
  readonly key: string
  /** Null where no analyzer has answered; that of the decision where there is one. */
  readonly level: HeadlineLevel | null
  /** Wins over everything that analyzers say, here and of what it leads to. */
  readonly decision?: HeadlineDecision | undefined
  readonly reasons: readonly HeadlineReason[]
  /** What analyzers could not look at. */
  readonly gaps: readonly {
    readonly analyzer: string
    readonly reason: string
    /** How many of this analyzer; one by default. */
    readonly count?: number
  }[]
  readonly failures: readonly {
    readonly analyzer: string
    readonly reason: string
    /** The analyzer says so; see `applicable.ts` for those that do not. */
    readonly isNotApplicable?: boolean
  }[]
  readonly answered: number
}

/** `to` was found in `from`; `kind` says what it is to it. */
export interface HeadlineEdge {
  readonly from: string
  readonly to: string
  readonly kind: string
}

/** What observables lead to, as far as anything is known. */
export interface HeadlineGraph {
  readonly subjects: ReadonlyMap<string, HeadlineSubject>
  readonly from: ReadonlyMap<string, readonly HeadlineEdge[]>
}

export interface HeadlineInput {
  readonly subject: HeadlineSubject
  readonly graph?: HeadlineGraph
  /** Not everything that it leads to was read. */
  readonly isCut?: boolean
  /** Analyzers that have not ended. */
  readonly running?: number
  /** How many analyzers were asked, with those; else those that answered, failed or run. */
  readonly asked?: number
  /** An enabled analyzer takes its type. */
  readonly isSupported?: boolean
}

export interface HeadlineStep extends HeadlineName {
  readonly kind: string
  readonly level: HeadlineLevel | null
}

/** A reason, and the way to where it was found; no steps where that is the observable itself. */
export interface HeadlineLead {
  readonly level: HeadlineLevel
  readonly weight: number
  readonly reason: HeadlineReason
  readonly chain: readonly HeadlineStep[]
}

export const headlineStates = [
  'judged',
  'noVerdict',
  'running',
  'failed',
  'notApplicable',
  'notAnalyzed',
  'notSupported',
] as const
export type HeadlineState = (typeof headlineStates)[number]

export const headlineCategories = [
  'credential-phishing',
  'phishing',
  'web-shell',
  'reverse-shell',
  'clickfix',
  'html-smuggling',
  'downloader',
  'disguised-program',
  'credential-leak',
  'exploit-attempt',
  'forged-token',
  'decompression-bomb',
  'malware-delivery',
] as const
export type HeadlineCategory = (typeof headlineCategories)[number]

export const certainties = ['sure', 'likely', 'possible'] as const
export type Certainty = (typeof certainties)[number]

export const gapKinds = ['left-out', 'failed', 'not-analyzed', 'cut'] as const

/** Something that was not examined, and where. */
export interface HeadlineGap {
  readonly kind: (typeof gapKinds)[number]
  readonly reason: string
  readonly analyzer?: string
  readonly count?: number
  readonly chain: readonly HeadlineStep[]
}

/** The answer about an observable, in parts that every language puts together. */
export interface HeadlineParts {
  readonly state: HeadlineState
  /** With what it leads to. */
  readonly level: HeadlineLevel | null
  /** Without. */
  readonly ownLevel: HeadlineLevel | null
  readonly category?: HeadlineCategory
  readonly certainty?: Certainty
  readonly brand?: string
  readonly lead?: HeadlineLead
  /** Where the lead does not explain the level. */
  readonly also?: HeadlineLead
  /** Own allow list that says otherwise. */
  readonly allowedBy?: string
  /** What an analyst decided, and how many analyzers say otherwise. */
  readonly decision?: {
    readonly level: HeadlineLevel
    readonly reason: string
    readonly until?: string
    readonly disagree: number
    readonly disagreeLevel?: HeadlineLevel
  }
  /** Everything that it inherits, the most convincing first. */
  readonly inherited: readonly HeadlineLead[]
  readonly notExamined: readonly HeadlineGap[]
  readonly notExaminedCount: number
  readonly answered: number
  readonly asked: number
}
