/** For whom look-alikes of brands are looked for; `Assay_Url` takes it from here. */
export const brandConfiguration = {
  brands: {
    plain: true,
    type: 'string',
    multi: true,
    description:
      'Domains whose look-alikes are reported, such as example.com; yours beside the well-known ones',
  },
  well_known_brands: {
    type: 'boolean',
    default: true,
    description: 'Also look for look-alikes of names that are imitated most',
  },
} as const
