import { useConfig } from '#site/config.tsx'
import { Link } from '#site/router.tsx'
import { SectionHead } from '#site/ui/cards.tsx'
import { Head } from '#site/ui/head.tsx'
import { PageHeading } from '#site/ui/page-heading.tsx'

const AREAS = [
  {
    name: 'Artificial Intelligence',
    picture: 'ai-2',
    text: 'How models work, what they cost to run, and how far their answers can be trusted.',
  },
  {
    name: 'Web3 & Blockchain',
    picture: 'web3',
    text: 'Protocols, proofs and fees, explained by their arithmetic.',
  },
  {
    name: 'Cybersecurity',
    picture: 'security',
    text: 'Protocols that protect, mistakes that undo them, and defences that a small team can run.',
  },
  {
    name: 'Software Development',
    picture: 'software',
    text: 'The web, storage and distributed systems, and the standards that they rest on.',
  },
]

/** What the site is, how its articles come about, and what it covers. */
export function AboutPage() {
  const { site } = useConfig()
  return (
    <>
      <Head title={`About — ${site.name}`} description={`How ${site.name} is made. ${site.tagline}`} path="/about" />
      <header className="page-head">
        <PageHeading>About</PageHeading>
      </header>
      <div className="stack">
        <div className="about-lead">
          <div className="mission">
            <p>
              {site.name} publishes daily AI tech insights. A language model writes every article here, from sources
              that each article lists.
            </p>
            <p>
              Our mission is to make that arrangement useful and honest: clear explanations of technology, every day,
              each with its sources, its checks, and a plain line that says whether a person has reviewed it.
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
              <DraftDrawing />
              <h3>AI-powered content creation</h3>
              <p>
                Articles are drafted by a language model. Each one cites its sources by number, so that every claim can
                be followed to where it comes from, and lists the checks that it went through before it was published.
              </p>
            </div>
            <div>
              <ReviewDrawing />
              <h3>Human oversight</h3>
              <p>
                A human reviews the output regularly and can correct or retract it. An article says who reviewed it and
                when, or that no review is on record yet. A correction stays visible, with its date and what changed.
              </p>
            </div>
          </div>
        </section>
        <section>
          <SectionHead title="What we cover" />
          <ul className="areas list">
            {AREAS.map(({ name, picture, text }) => (
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

function DraftDrawing() {
  return (
    <svg className="galley" viewBox="0 0 320 132" width="320" height="132" aria-hidden="true">
      <Lines last={120} />
      <rect className="d" x="128" y="106" width="4" height="22" />
    </svg>
  )
}

function ReviewDrawing() {
  return (
    <svg className="galley" viewBox="0 0 320 132" width="320" height="132" aria-hidden="true">
      <Lines last={180} />
      <g className="d">
        {Array.from({ length: 19 }, (_, index) => (
          <circle key={index} cx={(4 + index * 14.2).toFixed(1)} cy="64" r="3" />
        ))}
      </g>
    </svg>
  )
}

function Lines({ last }: { last: number }) {
  return [300, 264, 288, last].map((width, index) => (
    <rect key={index} className="t" y={8 + index * 34} width={width} height="14" />
  ))
}
