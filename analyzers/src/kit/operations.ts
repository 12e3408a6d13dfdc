interface Observable {
  readonly dataType: string
  readonly message: string
  readonly tlp?: number
  readonly ioc?: boolean
  readonly sighted?: boolean
  readonly ignoreSimilarity?: boolean
  readonly tags?: readonly string[]
}

export interface NewObservable extends Observable {
  readonly data: string
}

/** A file in the output folder, of at most 25 MiB; ten of a report are kept. */
export interface NewFile extends Observable {
  readonly file: string
  /** The name to show, if it is another one. */
  readonly filename?: string
  readonly contentType?: string
}

/** What a report may ask the platform to do; these ten are all that platforms know. */
export const operations = {
  addTagToCase: (tag: string) => ({ type: 'AddTagToCase' as const, tag }),
  addTagToArtifact: (tag: string) => ({ type: 'AddTagToArtifact' as const, tag }),
  addTagToAlert: (tag: string) => ({ type: 'AddTagToAlert' as const, tag }),
  createTask: (title: string, description: string) => ({
    type: 'CreateTask' as const,
    title,
    description,
  }),
  closeTask: () => ({ type: 'CloseTask' as const }),
  /** The field must be defined on the platform; `tpe` is required and ignored. */
  addCustomFields: (name: string, tpe: string, value: unknown) => ({
    type: 'AddCustomFields' as const,
    name,
    tpe,
    value,
  }),
  markAlertAsRead: () => ({ type: 'MarkAlertAsRead' as const }),
  addLogToTask: (content: string) => ({ type: 'AddLogToTask' as const, content }),
  /** By the user who started the responder, as Markdown. */
  addCommentToCase: (content: string) => ({ type: 'AddCommentToCase' as const, content }),
  addArtifactToCase: (observable: NewObservable | NewFile) => ({
    type: 'AddArtifactToCase' as const,
    ...observable,
  }),
  assignCase: (owner: string) => ({ type: 'AssignCase' as const, owner }),
}

export type Operation = ReturnType<(typeof operations)[keyof typeof operations]>
