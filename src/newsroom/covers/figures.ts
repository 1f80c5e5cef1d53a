import type { Figure } from '#newsroom/covers/drawing.ts'
import * as arcs from '#newsroom/covers/figures/arcs.ts'
import * as bars from '#newsroom/covers/figures/bars.ts'
import * as cells from '#newsroom/covers/figures/cells.ts'
import * as curves from '#newsroom/covers/figures/curves.ts'
import * as dots from '#newsroom/covers/figures/dots.ts'
import * as fans from '#newsroom/covers/figures/fans.ts'
import * as frames from '#newsroom/covers/figures/frames.ts'
import * as grids from '#newsroom/covers/figures/grids.ts'
import * as knots from '#newsroom/covers/figures/knots.ts'
import * as lines from '#newsroom/covers/figures/lines.ts'
import * as objects from '#newsroom/covers/figures/objects.ts'
import * as rings from '#newsroom/covers/figures/rings.ts'
import * as solids from '#newsroom/covers/figures/solids.ts'
import * as steps from '#newsroom/covers/figures/steps.ts'
import * as waves from '#newsroom/covers/figures/waves.ts'

// By family, a file each: what it exports are its figures.
const FAMILIES: Readonly<Record<string, Readonly<Record<string, Figure>>>> = {
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

/** Every figure by its name, with its family: neighbours in a list avoid the same one. */
export const FIGURES: ReadonlyMap<string, { family: string; draw: Figure }> = new Map(
  Object.entries(FAMILIES).flatMap(([family, figures]) =>
    Object.entries(figures).map(([name, draw]) => [name, { family, draw }] as const),
  ),
)
