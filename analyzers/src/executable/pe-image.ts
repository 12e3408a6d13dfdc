/** An entry in the directory of the optional header: where a table lies in the loaded image. */
export interface Directory {
  readonly address: number
  readonly size: number
}

/** Translates addresses of the loaded image into file offsets. */
export type Locate = (address: number) => number
