import { printed } from '#base/web/relative-time.ts'
import { type Section, sectionLabel } from '../rules.ts'

type SectionHeadProps = { section: Section; count: number; height: number }

/** The name of a section over its chapters; it stays in sight while they pass. */
export function SectionHead({ section, count, height }: SectionHeadProps) {
  return (
    <div
      className="sticky top-0 z-[1] flex items-end justify-between gap-3 bg-paper px-5 pb-1.5 text-sm text-muted"
      style={{ height }}
    >
      <h3 id={`section-${section}`} className="font-plain text-sm font-normal tracking-normal">
        {sectionLabel[section]}
      </h3>
      <span className="tabular-nums">{printed(count)}</span>
    </div>
  )
}
