/** The type of a grammar of highlight.js. Its own types would add the browser's to those of Node. */
export type LanguageFn = (highlighter: never) => object

declare const grammar: LanguageFn
// The modules of the package have default exports.
// oxlint-disable-next-line import/no-default-export
export default grammar
