/** Options for detecting look-alikes of brands; `Assay_Url` and `Assay_Mail` use them, too. */
export const brandConfiguration = {
  brands: {
    plain: true,
    type: 'string',
    multi: true,
    label: 'Our brands',
    description:
      'Your own brands, whose look-alikes are reported: example.com, or Example Bank = example.com example.org; further-domain.example',
  },
  well_known_brands: {
    type: 'boolean',
    default: true,
    label: 'Well-known brands',
    description: 'Also report look-alikes of well-known, often imitated brands',
  },
  brand_countries: {
    plain: true,
    type: 'string',
    multi: true,
    label: 'Brand countries',
    description:
      'Countries whose well-known brands are included along with the worldwide ones, such as fr and de; empty means all',
  },
} as const
