import { classNames } from '#base/web/ui/class-names.ts'

export type Panel = 'manuscript' | 'chapter'

const labels: Record<Panel, string> = { manuscript: 'Manuscript', chapter: 'Chapter' }

type PanelSwitchProps = { value: Panel; onChange: (panel: Panel) => void; className?: string }

/** On a phone the workspace shows one panel at a time; this chooses which. */
export function PanelSwitch({ value, onChange, className }: PanelSwitchProps) {
  return (
    <fieldset aria-label="Panel" className={classNames('flex shrink-0 border-b border-rule bg-paper px-3', className)}>
      {(Object.keys(labels) as Panel[]).map((panel) => (
        <button
          key={panel}
          type="button"
          aria-pressed={panel === value}
          onClick={() => onChange(panel)}
          className={classNames(
            '-mb-px min-h-11 flex-1 border-b-2 -outline-offset-2',
            panel === value ? 'border-accent font-semibold' : 'border-transparent text-muted',
          )}
        >
          {labels[panel]}
        </button>
      ))}
    </fieldset>
  )
}
