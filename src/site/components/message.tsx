import { Link } from '#site/router.tsx'
import { PageHeading } from '#site/layout/scroll-and-focus.tsx'

// Drawings of a galley proof with a proofreading mark: the dele for a missing page, the caret for an empty list, and
// the query for errors.
const GALLEYS = {
  dele: {
    bars: 'M0 10h300v14H0zm0 36h250v14H0zm0 36h280v14H0z',
    marks: 'M74 54C120 50 170 56 214 51c34-4 60-10 64-24 3-11-13-14-19-3-9 18 12 44 31 48 12 2 20-6 24-12',
  },
  caret: { bars: 'M0 10h300v14H0zm0 36h132v14H0zm196 0h104v14H196zM0 82h280v14H0z', marks: 'm146 76 18-34 17 34' },
  query: {
    bars: 'M0 10h232v14H0zm0 36h250v14H0zm0 36h210v14H0z',
    marks:
      'M4 70c10-9 15 6 25 0s15-8 25 0 15 5 25 0 15-8 25 0 15 5 25 0 15-7 25 0M272 40c0-11 8-17 17-17s17 6 17 16c0 13-17 13-17 28M315 52c2 26-12 46-28 46s-30-19-28-47 16-44 30-43 25 17 26 36',
  },
}

/** The message for a failed request, with a button that reloads the page. */
export function Failure({ text }: { text: string }) {
  return (
    <div className="message" role="alert">
      <Galley mark="query" />
      <p>{text}</p>
      <button className="btn" type="button" onClick={() => location.reload()}>
        Try Again
      </button>
    </div>
  )
}

/** The message for an empty list. `link` is the text of an optional link to the home page. */
export function Empty({ title, text, link }: { title: string; text: string; link?: string }) {
  return (
    <div className="message">
      <Galley mark="caret" />
      <h2>{title}</h2>
      <p>{text}</p>
      {link && <HomeLink text={link} />}
    </div>
  )
}

/** The message for a page or an article that does not exist, with a link to the home page. */
export function Missing(props: { title: string; text: string; link: string; isPage?: boolean }) {
  return (
    <div className={props.isPage ? 'message page' : 'message'}>
      <Galley mark="dele" />
      <PageHeading>{props.title}</PageHeading>
      <p>{props.text}</p>
      <HomeLink text={props.link} />
    </div>
  )
}

function HomeLink({ text }: { text: string }) {
  return (
    <Link className="btn" href="/">
      {text}
    </Link>
  )
}

function Galley({ mark }: { mark: keyof typeof GALLEYS }) {
  const { bars, marks } = GALLEYS[mark]
  return (
    <svg className="galley" viewBox="0 0 320 120" aria-hidden="true">
      <path className="t" d={bars} />
      <path className="p" d={marks} />
      {mark === 'query' && <circle className="d" cx="289" cy="82" r="3.4" />}
    </svg>
  )
}
