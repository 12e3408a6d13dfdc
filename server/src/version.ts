import packageJson from '../../package.json' with { type: 'json' }

/** That of the package, in the one place that says it. */
export const version: string = packageJson.version
