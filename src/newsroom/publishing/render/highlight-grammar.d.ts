/** The type of a highlight.js grammar. The package's own types would add browser types to those of Node. */
export type LanguageFn = (highlighter: never) => object

declare const grammar: LanguageFn
// The modules of the package have default exports.
// oxlint-disable-next-line import/no-default-export
export default grammar
