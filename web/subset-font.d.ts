/** Of its options, those that the build uses. */
declare module 'subset-font' {
  // biome-ignore lint/style/noDefaultExport: the package has this one
  export default function subsetFont(
    font: Buffer,
    text: string,
    options: {
      targetFormat: 'woff2'
      variationAxes: Record<string, { min: number; max: number }>
      keepFeatures: readonly string[]
    },
  ): Promise<Buffer>
}
