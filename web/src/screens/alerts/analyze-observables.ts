interface Analyzed {
  readonly dataType: string
  readonly data?: string
  readonly tlp: number
}

/** For the form of a new analysis: the values, under the strictest TLP among them. Files stay here. */
export function draftFor(observables: readonly Analyzed[], pap: number) {
  const texts = observables.flatMap(({ dataType, data, tlp }) =>
    data === undefined ? [] : [{ dataType, data, tlp }],
  )
  return {
    observables: texts.map(({ dataType, data }) => ({ dataType, data })),
    tlp: Math.max(0, ...texts.map(({ tlp }) => tlp)),
    pap,
  }
}
