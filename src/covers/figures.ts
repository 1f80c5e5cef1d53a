import type { Figure } from '#covers/drawing.ts'
import * as arcs from '#covers/figures/arcs.ts'
import * as bars from '#covers/figures/bars.ts'
import * as cells from '#covers/figures/cells.ts'
import * as curves from '#covers/figures/curves.ts'
import * as dots from '#covers/figures/dots.ts'
import * as fans from '#covers/figures/fans.ts'
import * as frames from '#covers/figures/frames.ts'
import * as grids from '#covers/figures/grids.ts'
import * as knots from '#covers/figures/knots.ts'
import * as lines from '#covers/figures/lines.ts'
import * as objects from '#covers/figures/objects.ts'
import * as rings from '#covers/figures/rings.ts'
import * as solids from '#covers/figures/solids.ts'
import * as steps from '#covers/figures/steps.ts'
import * as waves from '#covers/figures/waves.ts'

// Each file is a family, and each of its exports is a figure.
const FAMILIES = {
  arcs,
  bars,
  cells,
  curves,
  dots,
  fans,
  frames,
  grids,
  knots,
  lines,
  objects,
  rings,
  solids,
  steps,
  waves,
}

/** All figures by name. Neighbouring covers in a list use figures from different families if possible. */
export const FIGURES: ReadonlyMap<string, { family: string; draw: Figure }> = new Map(
  Object.entries(FAMILIES).flatMap(([family, figures]) =>
    Object.entries(figures).map(([name, draw]) => [name, { family, draw }] as const),
  ),
)
