import packageJson from '../../../package.json' with { type: 'json' }

/** Of the package; defined only here. */
export const version: string = packageJson.version
