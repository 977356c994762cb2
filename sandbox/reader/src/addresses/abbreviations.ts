import { standardForms } from '../text/pattern.ts';

/** Abbreviated titles in names. */
export const TITLES = standardForms(`
  Doutor: dr | Doutora: dra | Professor: prof | Professora: profa | Coronel: cel | General: gal gen | Marechal: mal |
  Presidente: pres | Engenheiro: eng engo | Senador: sen | Deputado: dep | Governador: gov | Brigadeiro: brig |
  Padre: pe | Capitão: cap | Major: maj | Tenente: ten | Sargento: sgt sgto | Almirante: alm | Comendador: comend |
  Desembargador: des | Visconde: visc | Conselheiro: cons | Ministro: min | Vereador: ver | Prefeito: pref |
  Monsenhor: mons | Arquiteto: arq | Embaixador: emb | Marquês: marq | Santa: sta | Santo: sto | Senhor: sr |
  Senhora: sra | Nossa: nsa | Cônego: conego
`);

/** Abbreviated words in names of suburbs. */
export const SUBURB_WORDS = standardForms(`
  Jardim: jd jdim jard | Vila: vl v | Parque: pq pque | Conjunto: cj conj | Habitacional: hab |
  Residencial: res resid | Setor: st | Chácara: ch chac | Cidade: cid | Loteamento: lot | Distrito: dist |
  Industrial: ind | Núcleo: nuc | Balneário: bal | Povoado: pov
`);

/** Parts of a building or a block, in their standard form. */
export const UNITS = standardForms(`
  Apto: ap apt apto apart apartamento | Bloco: bl bloco | Sala: sl sala | Salas: salas sls |
  Conjunto: cj conj cjto conjunto | Conjuntos: cjs conjuntos | Casa: casa cs | Casas: casas | Loja: lj loja |
  Lojas: ljs lojas | Torre: torre tr | Ala: ala | Galpão: galpao gp | Box: box | Quadra: quadra qd qda q |
  Lote: lote lt l | Lotes: lotes lts | Pavilhão: pavilhao | Prédio: predio | Unidade: unidade unid |
  Módulo: modulo mod | Andar: andar | Anexo: anexo | Grupo: grupo | Portão: portao | Entrada: entrada | Piso: piso |
  Suíte: suite | Escritório: escritorio | Térreo: terreo | Sobreloja: sobreloja slj | Subsolo: subsolo |
  Cobertura: cobertura cob | Fundos: fundos fds fd | Frente: frente | Altos: altos | Sobrado: sobrado |
  Mezanino: mezanino | Pavimento: pavimento pav | Chácara: chacara | Stand: stand | Quiosque: quiosque |
  Letra: letra | Garagem: garagem | Banca: banca | Espaço: espaco | Gleba: gleba | Edifício: edificio edif edf ed |
  Condomínio: condominio cond
`);

const OTHERS = /^(rua|avenida|praca|rodovia|av|al|tv|trav|pc|pca|rod|estr|est|lgo|lg|bc|lad|no|nr|num|end|compl|tel)$/;

/** Whether a dot behind the word belongs to it and does not end a sentence. */
export const isAbbreviation = (plain: string) =>
  plain.length === 1 || [TITLES, SUBURB_WORDS, UNITS].some((forms) => plain in forms) || OTHERS.test(plain);
