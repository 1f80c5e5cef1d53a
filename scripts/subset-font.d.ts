// The package has no types of its own, and those of DefinitelyTyped do not know `keepFeatures` yet.
declare module 'subset-font' {
  export default function subsetFont(
    font: Buffer,
    characters: string,
    options: {
      targetFormat: 'sfnt' | 'woff' | 'woff2'
      variationAxes: Record<string, { min: number; max: number }>
      keepFeatures: string[]
      preserveNameIds: number[]
    },
  ): Promise<Buffer>
}
