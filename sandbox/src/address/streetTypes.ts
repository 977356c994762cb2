/** Where a word may begin a street: anywhere; at the beginning of a part; only first, with a number behind the name. */
export type Reach = 'anywhere' | 'part' | 'first';
export type StreetType = { standard: string; reach: Reach };

const TYPES: Record<Reach, Record<string, string>> = {
  anywhere: {
    rua: 'Rua', avenida: 'Avenida', av: 'Avenida', avda: 'Avenida', alameda: 'Alameda', travessa: 'Travessa', trav: 'Travessa', tv: 'Travessa', praca: 'Praça', pca: 'Praça', pc: 'Praça',
    rodovia: 'Rodovia', rod: 'Rodovia', estrada: 'Estrada', estr: 'Estrada', ladeira: 'Ladeira', beco: 'Beco', viela: 'Viela', servidao: 'Servidão', viaduto: 'Viaduto',
    largo: 'Largo', lgo: 'Largo', alam: 'Alameda', boulevard: 'Boulevard', calcadao: 'Calçadão',
  },
  part: {
    r: 'Rua', al: 'Alameda', tr: 'Travessa', est: 'Estrada', lg: 'Largo', lad: 'Ladeira', bc: 'Beco', via: 'Via', marginal: 'Marginal', esplanada: 'Esplanada', passagem: 'Passagem',
    pass: 'Passagem', escadaria: 'Escadaria', rotatoria: 'Rotatória', contorno: 'Contorno', vereda: 'Vereda', caminho: 'Caminho', serv: 'Servidão', rampa: 'Rampa', ramal: 'Ramal',
  },
  first: {
    vila: 'Vila', vl: 'Vila', praia: 'Praia', parque: 'Parque', pq: 'Parque', jardim: 'Jardim', fazenda: 'Fazenda', faz: 'Fazenda', sitio: 'Sítio', chacara: 'Chácara', colonia: 'Colônia',
    linha: 'Linha', acesso: 'Acesso', recanto: 'Recanto', cais: 'Cais', campo: 'Campo', morro: 'Morro', condominio: 'Condomínio', loteamento: 'Loteamento', vicinal: 'Vicinal',
    granja: 'Granja', povoado: 'Povoado', setor: 'Setor', residencial: 'Residencial', ilha: 'Ilha', anel: 'Anel', galeria: 'Galeria', aeroporto: 'Aeroporto',
  },
};

const BY_WORD = new Map(
  Object.entries(TYPES).flatMap(([reach, types]) => Object.entries(types).map(([word, standard]) => [word, { standard, reach: reach as Reach }] as const)),
);

export const streetTypeOf = (plain: string): StreetType | undefined => BY_WORD.get(plain);
