import type { ReactNode } from 'react'
import { sampleLine } from '#blog/sample.ts'
import { useConfig } from '#site/context.tsx'
import { Link } from '#site/router.tsx'
import { SectionHead } from '#site/components/cards.tsx'
import { PageHeading } from '#site/layout/scroll-and-focus.tsx'
import { SeoHead } from '#site/seo-head.tsx'

const AREAS = [
  ['Artificial Intelligence', 'ai-2', 'How models work, their running costs, and how far to trust them.'],
  ['Web3 & Blockchain', 'web3', 'Protocols, proofs, and the fees to run them.'],
  ['Cybersecurity', 'security', 'Attacks, mistakes, and the defences that hold.'],
  ['Software Development', 'software', 'The web, storage, and the standards they rest on.'],
] as const

/** The page that explains the site: its mission, how articles are made, and the topics. */
export function AboutPage() {
  const { site, apiHost, sample } = useConfig()
  return (
    <>
      <SeoHead title="About" description={`How ${site.name} is made. ${site.tagline}`} path="/about" />
      <header className="page-head">
        <PageHeading>About</PageHeading>
      </header>
      <div className="stack">
        <div className="about-lead">
          <div className="mission">
            <p>
              {site.name} publishes daily AI tech insights. A language model writes its articles, and a line above the
              text of each one says so.
            </p>
            <p>
              Our mission is to make that arrangement useful and honest: clear explanations of technology, the sources
              that they rest on, and marks that claim only what a record holds.
            </p>
          </div>
          <div className="entry">
            <p>
              <b>stet</b> <i>/stɛt/ verb, Latin, “let it stand”</i>
            </p>
            <p>Written beside a line, with dots under the words to keep, when an editor has decided that it stays.</p>
          </div>
        </div>
        <section>
          <SectionHead title="How it works" />
          <div className="halves how">
            <div>
              <Drawing last={120}>
                <path className="d" d="M128 106h4v22h-4z" />
              </Drawing>
              <h3>AI-powered content creation</h3>
              <p>
                Articles are drafted by a language model. Checks by code compare numbers, names and quotations with the
                sources; a model looks once more for facts that were put in the wrong place. Neither finds everything,
                and not every article went through both: the panel under its title names its sources and lists the
                checks on record, with those that did not hold.
              </p>
            </div>
            <div>
              <Drawing last={180}>
                {Array.from({ length: 19 }, (_, index) => (
                  <circle className="d" key={index} cx={4 + 14.2 * index} cy="64" r="3" />
                ))}
              </Drawing>
              <h3>Human oversight</h3>
              <p>
                A human reviews the output regularly and can correct or retract it. That does not reach every article:
                the line above its text says who reviewed it and when, or that no review is on record yet. A correction
                stays at the article’s end, with its date and what changed. A retracted article answers “Post not
                found”, with its title and why it was taken back.{' '}
                {apiHost === '' && (
                  <a className="text-link" href="/corrections">
                    All corrections
                  </a>
                )}
              </p>
              {sample && <p>{sampleLine(sample)}</p>}
            </div>
          </div>
        </section>
        <section>
          <SectionHead title="What we cover" />
          <ul className="areas list">
            {AREAS.map(([name, picture, text]) => (
              <li key={name}>
                <img
                  className="cover"
                  src={`/samples/${picture}.svg`}
                  alt=""
                  width="1200"
                  height="675"
                  loading="lazy"
                />
                <div>
                  <h3>{name}</h3>
                  <p>{text}</p>
                </div>
              </li>
            ))}
          </ul>
        </section>
        {site.address && (
          <p className="meta">
            Something is wrong? Write to <a href={`mailto:${site.address}`}>{site.address}</a>.
          </p>
        )}
        <p>
          <Link className="btn" href="/">
            Explore Our Articles
          </Link>
        </p>
      </div>
    </>
  )
}

// A drawing of four lines of type. `children` is a cursor, which represents the machine, or stet dots, which represent
// the person.
function Drawing({ last, children }: { last: number; children: ReactNode }) {
  return (
    <svg className="galley" viewBox="0 0 320 132" aria-hidden="true">
      <path className="t" d={`M0 8h300v14H0zm0 34h264v14H0zm0 34h288v14H0zm0 34h${last}v14H0z`} />
      {children}
    </svg>
  )
}
