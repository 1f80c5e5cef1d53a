/**
 * Which links a browser prefetches by itself once a reader points at them, as the text of a `<script type="speculationrules">`
 * (https://developer.mozilla.org/en-US/docs/Web/API/Speculation_Rules_API).
 */
export const SPECULATION_RULES =
  '{"prefetch":[{"eagerness":"moderate","where":{"href_matches":["/","/about","/category/*","/post/*"]}}]}'
