/** Kinds of pages of the first edition. */
export const PAGES = [
  { name: 'home', path: '/', status: 200 },
  { name: 'an article', path: '/post/artificial-intelligence/what-a-context-window-costs', status: 200 },
  { name: 'another article', path: '/post/web-development/a-content-policy-without-exceptions', status: 200 },
  { name: 'a category', path: '/category/cybersecurity', status: 200 },
  { name: 'an empty category', path: '/category/gardening', status: 200 },
  { name: 'About', path: '/about', status: 200 },
  { name: 'an unknown page', path: '/no/such/page', status: 404 },
  { name: 'a missing post', path: '/post/technology/no-such-post', status: 404 },
] as const
