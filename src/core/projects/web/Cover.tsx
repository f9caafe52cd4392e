import { classNames } from '#base/web/ui/class-names.ts'
import { coverInk, coverOf, titleSize } from './cover.ts'

const sizes = {
  large: 'text-[1.625rem] leading-[1.15] line-clamp-5',
  medium: 'text-[1.3125rem] leading-[1.2] line-clamp-6',
  small: 'text-[1.0625rem] leading-[1.25] line-clamp-8',
}

type CoverProps = { title: string; genre: string | null; className?: string }

/** A book's cover, set in type. The title stands here, and nowhere else on the card. */
export function Cover({ title, genre, className }: CoverProps) {
  const { cloth, layout } = coverOf(title)
  return (
    <div
      className={classNames(
        'relative flex overflow-hidden rounded-sm shadow-low ring-1 ring-[rgb(255_255_255/0.07)] ring-inset',
        className,
      )}
      style={{ background: cloth, color: coverInk }}
    >
      {/* The fold beside the spine. */}
      <span aria-hidden className="absolute inset-y-0 start-0 w-2 bg-[rgb(0_0_0/0.22)]" />
      <div
        className={classNames(
          'flex min-w-0 flex-1 flex-col gap-3',
          layout === 'frame' ? 'my-3 ms-5 me-3 border border-[rgb(251_246_234/0.45)] p-4' : 'py-5 ps-7 pe-5',
          layout === 'band' && 'justify-end',
        )}
      >
        {layout === 'band' && <Genre genre={genre} />}
        {layout === 'band' && <span aria-hidden className="mt-auto h-px w-10 bg-[rgb(251_246_234/0.6)]" />}
        <h2
          dir="auto"
          title={title}
          className={classNames(
            '-mb-[0.2em] min-w-0 pb-[0.2em] font-semibold wrap-anywhere hyphens-auto',
            sizes[titleSize(title)],
          )}
        >
          {title}
        </h2>
        {layout !== 'band' && <Genre genre={genre} className="mt-auto" />}
      </div>
    </div>
  )
}

function Genre({ genre, className }: { genre: string | null; className?: string }) {
  if (!genre?.trim()) return null
  return (
    <p dir="auto" className={classNames('truncate font-book text-[0.875rem] italic', className)}>
      {genre}
    </p>
  )
}
