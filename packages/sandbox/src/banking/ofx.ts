/** One transaction of a statement file, with the values as written there. */
export interface FileTransaction {
  readonly datedOn: string;
  readonly amount: string;
  readonly description: string;
  readonly fitid: string | null;
  readonly type: string;
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

/** The transactions of an OFX file, SGML (1.x) or XML (2.x); undefined when the text is not OFX. */
export function readOfx(text: string): FileTransaction[] | undefined {
  if (!/<OFX>/i.test(text)) return undefined;
  // SGML need not close its blocks: a block ends where the next begins.
  const blocks = text.split(/<STMTTRN>/i).slice(1);
  return blocks.map((block) => transactionOf(block.split(/<\/STMTTRN>|<\/BANKTRANLIST>/i, 1)[0]!));
}

const TAGS = {
  TRNTYPE: /<TRNTYPE>([^<\r\n]*)/i,
  DTPOSTED: /<DTPOSTED>([^<\r\n]*)/i,
  TRNAMT: /<TRNAMT>([^<\r\n]*)/i,
  FITID: /<FITID>([^<\r\n]*)/i,
  NAME: /<NAME>([^<\r\n]*)/i,
  MEMO: /<MEMO>([^<\r\n]*)/i,
};

function transactionOf(block: string): FileTransaction {
  const value = (tag: keyof typeof TAGS) => {
    const match = TAGS[tag].exec(block);
    return match ? plain(match[1]!.trim()) : undefined;
  };
  const posted = /^(\d{4})(\d{2})(\d{2})/.exec(value('DTPOSTED') ?? '');
  const texts = [value('NAME'), value('MEMO')].filter((text) => text !== undefined && text !== '');
  return {
    datedOn: posted ? `${posted[1]}-${posted[2]}-${posted[3]}` : '',
    amount: (value('TRNAMT') ?? '').replace(',', '.'),
    description: [...new Set(texts)].join('/'),
    fitid: value('FITID') ?? null,
    type: (value('TRNTYPE') ?? 'OTHER').toUpperCase(),
  };
}

function plain(text: string): string {
  return text.replace(/&(\w+);/g, (entity, name: string) => ENTITIES[name.toLowerCase()] ?? entity);
}
