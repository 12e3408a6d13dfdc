/** Criteria of the search in the audit trail; undefined finds all that may be seen. */
export function auditQuery(filter: {
  /** Set where more than one organization may be seen. */
  readonly organization: string | undefined
  readonly text: string
}): Record<string, unknown> | undefined {
  const wanted = filter.text.trim()
  const all = [
    ...(filter.organization === undefined ? [] : [{ organization: filter.organization }]),
    ...(wanted === ''
      ? []
      : [
          {
            _or: ['actor', 'action', 'objectType', 'objectId', 'address'].map((field) => ({
              _wildcard: { _field: field, _value: `*${wanted}*` },
            })),
          },
        ]),
  ]
  return all.length === 0 ? undefined : { _and: all }
}
