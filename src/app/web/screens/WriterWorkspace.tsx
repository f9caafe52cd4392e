/** Stands in until the screen is there. */
export default function WriterWorkspace(_props: { params: Record<string, string | undefined> }) {
  return <main className="p-12">This room is not built yet.</main>
}
