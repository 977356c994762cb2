/** Titles before names, written short. */
const TITLES: Record<string, string> = {
  dr: 'Doutor', dra: 'Doutora', prof: 'Professor', profa: 'Professora', cel: 'Coronel', gal: 'General', gen: 'General', mal: 'Marechal',
  pres: 'Presidente', eng: 'Engenheiro', engo: 'Engenheiro', sen: 'Senador', dep: 'Deputado', gov: 'Governador', brig: 'Brigadeiro', pe: 'Padre',
  cap: 'Capitão', maj: 'Major', ten: 'Tenente', sgt: 'Sargento', alm: 'Almirante', comend: 'Comendador', des: 'Desembargador',
  visc: 'Visconde', cons: 'Conselheiro', min: 'Ministro', ver: 'Vereador', pref: 'Prefeito', mons: 'Monsenhor', arq: 'Arquiteto',
  emb: 'Embaixador', marq: 'Marquês', sta: 'Santa', sto: 'Santo', sr: 'Senhor', sra: 'Senhora', nsa: 'Nossa', sgto: 'Sargento', conego: 'Cônego',
};

/** What suburbs begin with, written short. */
const SUBURBS: Record<string, string> = {
  jd: 'Jardim', jdim: 'Jardim', jard: 'Jardim', vl: 'Vila', v: 'Vila', pq: 'Parque', pque: 'Parque', cj: 'Conjunto', conj: 'Conjunto',
  hab: 'Habitacional', res: 'Residencial', resid: 'Residencial', st: 'Setor', ch: 'Chácara', chac: 'Chácara', cid: 'Cidade', lot: 'Loteamento',
  dist: 'Distrito', ind: 'Industrial', nuc: 'Núcleo', bal: 'Balneário', pov: 'Povoado',
};

/** Parts of a building or a block, as they stand in the postal form. */
export const UNITS: Record<string, string> = {
  ap: 'Apto', apt: 'Apto', apto: 'Apto', apart: 'Apto', apartamento: 'Apto', bl: 'Bloco', bloco: 'Bloco', sl: 'Sala', sala: 'Sala', salas: 'Salas', sls: 'Salas',
  cj: 'Conjunto', conj: 'Conjunto', cjto: 'Conjunto', cjs: 'Conjuntos', conjunto: 'Conjunto', conjuntos: 'Conjuntos', casa: 'Casa', cs: 'Casa', casas: 'Casas', lj: 'Loja', ljs: 'Lojas', loja: 'Loja', lojas: 'Lojas',
  torre: 'Torre', tr: 'Torre', ala: 'Ala', galpao: 'Galpão', gp: 'Galpão', box: 'Box', quadra: 'Quadra', qd: 'Quadra', qda: 'Quadra', q: 'Quadra',
  lote: 'Lote', lotes: 'Lotes', lt: 'Lote', lts: 'Lotes', l: 'Lote', pavilhao: 'Pavilhão', predio: 'Prédio', unidade: 'Unidade', unid: 'Unidade', modulo: 'Módulo', mod: 'Módulo',
  andar: 'Andar', anexo: 'Anexo', grupo: 'Grupo', portao: 'Portão', entrada: 'Entrada', piso: 'Piso', suite: 'Suíte', escritorio: 'Escritório',
  terreo: 'Térreo', sobreloja: 'Sobreloja', slj: 'Sobreloja', subsolo: 'Subsolo', cobertura: 'Cobertura', cob: 'Cobertura', fundos: 'Fundos', fds: 'Fundos', fd: 'Fundos',
  frente: 'Frente', altos: 'Altos', sobrado: 'Sobrado', mezanino: 'Mezanino', pavimento: 'Pavimento', pav: 'Pavimento', chacara: 'Chácara', stand: 'Stand', quiosque: 'Quiosque', letra: 'Letra', garagem: 'Garagem', banca: 'Banca', espaco: 'Espaço', gleba: 'Gleba',
  edificio: 'Edifício', edif: 'Edifício', edf: 'Edifício', ed: 'Edifício', condominio: 'Condomínio', cond: 'Condomínio',
};

const OTHERS = /^(rua|avenida|praca|rodovia|av|al|r|tv|trav|pc|pca|pça|rod|estr|est|lgo|lg|vl|bc|lad|no|nr|num|end|compl|tel|n|s|d|st|sr|c)$/;

/** A dot behind such a word ends no sentence. */
export const isAbbreviation = (plain: string) =>
  plain.length === 1 || Object.hasOwn(TITLES, plain) || Object.hasOwn(SUBURBS, plain) || Object.hasOwn(UNITS, plain) || OTHERS.test(plain);

export const titleOf = (plain: string): string | undefined => (Object.hasOwn(TITLES, plain) ? TITLES[plain] : undefined);
export const suburbWordOf = (plain: string): string | undefined => (Object.hasOwn(SUBURBS, plain) ? SUBURBS[plain] : undefined);
