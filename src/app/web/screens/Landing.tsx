import { buttonClass } from '#base/web/ui/Button.tsx'
import { classNames } from '#base/web/ui/class-names.ts'
import { signInHref } from '#core/account/web/session.ts'

/** What a visitor sees on every path. */
export default function Landing() {
  return (
    <div className="flex min-h-dvh flex-col overflow-x-clip">
      <title>Foolscap</title>
      <header className="flex items-center justify-between gap-4 px-5 py-4 sm:px-10 lg:px-20 lg:py-6">
        <span className="font-book text-[1.375rem] font-semibold">Foolscap</span>
        <a href={signInHref()} className={buttonClass('line')}>
          <span className="sm:hidden">Sign In</span>
          <span className="max-sm:hidden">Sign In/Join with Google</span>
        </a>
      </header>
      <main className="grid flex-1 items-center gap-x-20 px-5 pt-10 sm:px-10 lg:grid-cols-[minmax(0,1fr)_minmax(0,34rem)] lg:px-20 lg:pt-0">
        <div className="max-w-2xl pb-14 lg:pb-24">
          <h1 className="text-[2.5rem] leading-[1.1] tracking-[-0.02em] sm:text-3xl lg:text-[4rem] lg:leading-[1.05]">
            A quiet desk for your novel
          </h1>
          <p className="mt-6 max-w-[34rem] font-book text-lg text-muted sm:text-[1.25rem] sm:leading-[1.6]">
            Foolscap is a place to write a long book: front pages, chapters and back pages in their order, one calm page
            to write on, and every word kept as you type it.
          </p>
          <a href={signInHref()} className={classNames(buttonClass('primary', 'large'), 'mt-9')}>
            Start Writing Today
          </a>
        </div>
        <Sheet />
      </main>
    </div>
  )
}

/** A page of a manuscript on the desk. A picture, set in type. */
function Sheet() {
  return (
    <div aria-hidden className="relative self-end select-none max-lg:max-w-2xl">
      <div className="absolute inset-x-2 -top-2 -bottom-8 origin-bottom rotate-[2.4deg] rounded-t-sm border border-rule bg-sunken" />
      <div className="relative h-[24rem] overflow-hidden rounded-t-sm border border-b-0 border-rule bg-raised px-8 pt-9 shadow-high sm:px-14 sm:pt-12 lg:h-[min(50rem,82dvh)]">
        <p className="text-center font-book text-sm text-muted italic">The Salt Road</p>
        <p className="mt-9 font-book text-[1.75rem] leading-tight font-semibold tracking-[-0.01em]">
          A Light at Hope Cove
        </p>
        <div className="mt-6 font-book text-[1.0625rem] leading-[1.75] [&>p+p]:indent-7">
          <p>
            The lamp went out at ten, and Tamsin counted to a hundred before she trusted the dark. Below the window the
            sea was doing what it always did, pretending to leave.
          </p>
          <p>
            Her father’s boots were gone from the step. She had heard him go, the long breath before the latch, and had
            kept her eyes shut as one does for a man who wishes not to be seen.
          </p>
          <p>
            The ledger lay under the flour where he believed nobody would look, and where she had written in it every
            night since Candlemas, in a hand that was meant to be his.
          </p>
          <p>
            She went down barefoot. The kitchen held its warmth like a grudge.
            <span className="ms-0.5 inline-block h-[1.1em] w-[2px] translate-y-[0.18em] bg-accent" />
          </p>
        </div>
      </div>
    </div>
  )
}
