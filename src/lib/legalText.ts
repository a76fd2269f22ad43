// A page of legal or help text as data: `features/legal` draws it.

/**
 * A paragraph, in which `[text](/path)` is a link; a list of such lines; or a placeholder that the page fills from
 * the server's configuration.
 */
export type LegalBlock = string | readonly string[] | { place: LegalPlace };

/** `operator`: who runs this server; `rules`: the rules that decisions name; the others are figures. */
export type LegalPlace = 'operator' | 'audio' | 'uploads' | 'proofOfWork' | 'review' | 'retention' | 'rules';

export interface LegalSection {
  /** Anchor on the page. */
  id: string;
  title: string;
  body: readonly LegalBlock[];
}

export interface LegalText {
  lead: string;
  sections: readonly LegalSection[];
}
