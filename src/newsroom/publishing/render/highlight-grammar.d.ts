/** The type of a highlight.js grammar. The package's own types would add browser types to Node's. */
export type LanguageFn = (highlighter: never) => object

declare const grammar: LanguageFn
// The package's modules have default exports.
// oxlint-disable-next-line import/no-default-export
export default grammar
