/** A cell without content. The cards of a phone leave it out. */
export const Nothing = () => <span className="muted nothing">–</span>
