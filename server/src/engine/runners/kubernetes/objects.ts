/** What we read of the objects of the API; they hold far more. */
export interface Metadata {
  readonly name: string
  readonly uid: string
  readonly resourceVersion: string
  readonly labels?: Readonly<Record<string, string>>
  readonly annotations?: Readonly<Record<string, string>>
  readonly deletionTimestamp?: string
}

export interface Job {
  readonly metadata: Metadata
  readonly status?: { readonly conditions?: readonly { type: string; status: string }[] }
}

export interface ContainerState {
  readonly waiting?: { readonly reason?: string; readonly message?: string }
  readonly running?: { readonly startedAt?: string }
  readonly terminated?: { readonly exitCode: number; readonly reason?: string }
}

export interface ContainerStatus {
  readonly name: string
  readonly state?: ContainerState
}

export interface Pod {
  readonly metadata: Metadata
  readonly status?: {
    readonly phase?: string
    readonly reason?: string
    readonly message?: string
    readonly initContainerStatuses?: readonly ContainerStatus[]
    readonly containerStatuses?: readonly ContainerStatus[]
  }
}

export interface List<T> {
  readonly metadata: { readonly resourceVersion: string }
  readonly items: readonly T[]
}

export interface WatchEvent<T> {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK' | 'ERROR'
  readonly object: T & { readonly code?: number; readonly message?: string }
}
