import { expect, test } from 'vitest'
import { markOfLine, markOfSection } from '#newsroom/sources/units/boilerplate.ts'

test.for([
  'Subscribe to our newsletter and get the best of the week.',
  'Get the latest news in your inbox',
  'Please sign up for our mailing list.',
  'Enter your email',
  'Share this article',
  'Share on Facebook',
  'Follow us on Twitter, Facebook, and Instagram.',
  'We use cookies to improve your experience.',
  'This website uses cookies',
  'By continuing to use this site, you agree to our use of cookies.',
  'Accept all',
  'Reject all cookies',
  'Privacy policy',
  '© 2026 The Courier',
  'Copyright 2026 Courier Ltd. All rights reserved.',
  'Advertisement',
  'Skip to content',
  '3 comments',
  'Log in or create an account',
  '[link] [comments]',
  'The post Coral 8 appeared first on Coral.',
  'Tags: compilers, releases',
])('a line of boilerplate: %s', (line) => {
  expect(markOfLine(line)).toBe('boilerplate')
})

test.for([
  'Related: How utilities back up their data',
  'Read more: Coral 7, a retrospective',
  'See also » The week in energy',
  'Continue reading →',
  'Read the full story here',
])('a line that leads elsewhere: %s', (line) => {
  expect(markOfLine(line)).toBe('related')
})

test.for([
  'Photo: Tomas Reyl',
  'Image credit: Courier',
  '(Photo by Tomas Reyl)',
  'Figure 3: The p99 of the service in ms.',
  'Listing 2 – The router',
])('a caption: %s', (line) => {
  expect(markOfLine(line)).toBe('caption')
})

// Each costs evidence if it is taken for boilerplate.
test.for([
  'Subscribe buttons were not tested.',
  'Sign up for the beta until Friday.',
  'Users who sign up for the newsletter are tracked.',
  'Share prices fell by 6%.',
  'Follow-up checks are planned.',
  'Cookies are set by 312 companies.',
  'Mozilla uses cookies of its own, the study says.',
  'By clicking on the link, users installed the malware.',
  'Copyright law plays no part here.',
  'All rights reserved for owners were sold.',
  'Advertisement revenue fell.',
  'Comments on the draft were positive.',
  'Comments',
  'Tags were read by hand.',
  'Category: remote code execution',
  'Related work from 2022 had found seven.',
  'Read more than one banner and you will see the pattern.',
  'See also the annex, which lists all sites.',
  'Photo agencies were left out.',
  'Figure skating is next.',
  'Update: The patch was withdrawn.',
  'Correction: It was 42, not 24.',
  'Editor’s note: The author works for Acme.',
  'Email was down for an hour.',
])('a sentence that only begins like one: %s', (line) => {
  expect(markOfLine(line)).toBe(null)
})

test.for([
  ['Related articles', 'related'],
  ['More from the Courier', 'related'],
  ['You may also like:', 'related'],
  ['Table of contents', 'boilerplate'],
  ['Media Contact', 'boilerplate'],
  ['About the author', 'boilerplate'],
  ['Results', null],
  ['Related vulnerabilities', null],
  ['References', null],
])('the heading of a list: %s', ([heading, mark]) => {
  expect(markOfSection(heading ?? '')).toBe(mark)
})
