package extract

import (
	"slices"
	"strings"

	"github.com/legwork-go/legwork/tools/geo"
)

// tongue is a language beside English: its words of travel, and the English ones that the rules read in their place.
type tongue struct {
	words map[string]string // as the tokens are folded; a key may have several words
	most  int               // how many words the longest key has
}

// tongues are the languages of which the words of a journey are read: German, Spanish, French, Italian, Portuguese.
var tongues = [...]tongue{
	newTongue(`i:ich we:wir want:mochte,mochten need:brauche,brauchen,suche,suchen fly:fliegen,fliege travel:reisen
		trip:reise,urlaub flight:flug flights:fluge return:ruckflug,ruckreise back:zuruck outbound:hinflug,hinreise
		oneway:nur_hin,einfacher_flug,nur_hinflug there:hin nonstop:direktflug,direktfluge to:nach,ins,zum,zur
		from:von,aus,vom,ab and:und or:oder with:mit without:ohne no:kein,keine,keinen not:nicht,statt,anstatt for:fur
		near:nahe,neben,in_der_nahe_von,in_der_nahe_vom,in_der_nahe accommodation:unterkunft,ubernachtung
		room:zimmer,doppelzimmer,einzelzimmer night:nacht nights:nachte,nachten day:tag days:tage,tagen week:woche
		weeks:wochen stars:sterne,sternen rather:lieber person:person people:personen,leute
		adults:erwachsene,erwachsenen adult:erwachsener child:kind
		children:kinder,kindern babies:babys wife:frau husband:mann friend:freund girlfriend:freundin
		friends:freunde,freunden,freundinnen daughter:tochter son:sohn parents:eltern mother:mutter father:vater
		my:mein,meine,meiner,meinem,meinen our:unser,unsere,unserer,unserem,unseren one:ein,eine,einen,einem,einer
		two:zwei three:drei four:vier five:funf six:sechs seven:sieben eight:acht nine:neun ten:zehn year:jahr
		years:jahre,jahren old:alt months:monate weekend:wochenende next:nachste,nachsten,nachster,nachstes
		today:heute tomorrow:morgen at:um oclock:uhr in:im on:am the:der,die,das,den,dem cheap:gunstig,billig
		cheapest:gunstigste,gunstigsten,billigste,billigsten please:bitte thanks:danke yes:ja no:nein
		weare:wir_sind is:ist are:sind but:aber instead:stattdessen
		monday:montag tuesday:dienstag wednesday:mittwoch thursday:donnerstag friday:freitag saturday:samstag,sonnabend
		sunday:sonntag
		take:nehme,nehmen first:erste,ersten,erster,erstes second:zweite,zweiten,zweiter third:dritte,dritten,dritter
		which:welche,welcher,welches`),
	newTongue(`i:yo want:quiero,quisiera,queremos,quisieramos need:necesito,necesitamos,busco,buscamos fly:volar
		travel:viajar trip:viaje flight:vuelo flights:vuelos there:ida oneway:solo_ida only:solo back:vuelta,regreso,volver
		from:desde to:hasta,hacia for:para with:con without:sin my:mi,mis our:nuestro,nuestra,nuestros,nuestras and:y or:o
		near:cerca_de,cerca_del room:habitacion rooms:habitaciones accommodation:alojamiento night:noche nights:noches
		day:dia days:dias week:semana weeks:semanas weekend:fin_de_semana person:persona people:personas adult:adulto
		adults:adultos child:nino,nina children:ninos,ninas,hijos,hijas baby:bebe babies:bebes wife:mujer,esposa
		husband:marido,esposo girlfriend:novia boyfriend:novio friend:amigo,amiga friends:amigos,amigas son:hijo
		daughter:hija parents:padres mother:madre father:padre one:un,uno,una two:dos three:tres four:cuatro five:cinco
		six:seis seven:siete eight:ocho nine:nueve ten:diez years:anos next:proximo,proxima today:hoy tomorrow:manana
		the:la,las,los,el in:en at:a_las to:a cheap:barato,baratos cheapest:mas_barato,mas_barata please:por_favor
		thanks:gracias yes:si weare:somos but:pero leaving:salida,salgo,salimos direct:directo
		monday:lunes tuesday:martes wednesday:miercoles thursday:jueves friday:viernes saturday:sabado sunday:domingo
		option:opcion first:primero,primera,primer second:segundo,segunda third:tercero,tercera,tercer which:cual
		cheap:barata,baratas is:es`),
	newTongue(`i:je we:nous want:voudrais,voudrions,veux need:cherche,cherchons go:aller,aller_a travel:voyager
		trip:voyage flight:vol flights:vols roundtrip:aller_-_retour,aller_retour oneway:aller_simple back:retour,revenir
		from:depuis to:vers,a for:pour with:avec without:sans no:pas_de,pas_d my:mon,ma,mes our:notre,nos and:et or:ou
		near:pres_de,pres_du,proche_de room:chambre rooms:chambres accommodation:hebergement,logement hotel:dhotel,lhotel
		night:nuit nights:nuits day:jour days:jours week:semaine weeks:semaines person:personne people:personnes
		adult:adulte adults:adultes child:enfant children:enfants baby:bebe babies:bebes wife:femme husband:mari
		girlfriend:copine boyfriend:copain friend:ami,amie friends:amis,amies son:fils daughter:fille parents:parents
		mother:mere father:pere one:un,une two:deux three:trois four:quatre five:cinq seven:sept eight:huit nine:neuf
		ten:dix years:ans next:prochain,prochaine today:aujourdhui tomorrow:demain the:les,la,le in:dans,en cheap:cher
		cheapest:moins_cher please:sil_vous_plait,svp,stp thanks:merci yes:oui no:non weare:nous_sommes but:mais
		leaving:depart,partir,partant direct:direct
		monday:lundi tuesday:mardi wednesday:mercredi thursday:jeudi friday:vendredi saturday:samedi sunday:dimanche
		cheap:chere first:premier,premiere second:deuxieme third:troisieme rather:plutot
		which:lequel,laquelle is:est cheapest:moins_chere`),
	newTongue(`i:io we:noi want:vorrei,vorremmo,voglio,vogliamo need:cerco,cerchiamo go:andare travel:viaggiare
		trip:viaggio flight:volo flights:voli there:andata oneway:solo_andata only:solo back:ritorno,tornare from:dal,dalla
		to:a for:per with:con without:senza my:mio,mia,miei,mie our:nostro,nostra,nostri and:e or:o near:vicino_a,vicino_al
		room:camera rooms:camere accommodation:alloggio hotel:albergo night:notte nights:notti day:giorno days:giorni
		week:settimana weeks:settimane weekend:fine_settimana person:persona people:persone adult:adulto adults:adulti
		child:bambino,bambina children:bambini,bambine,figli baby:neonato wife:moglie husband:marito girlfriend:fidanzata
		boyfriend:fidanzato friend:amico,amica friends:amici,amiche son:figlio daughter:figlia parents:genitori
		mother:madre father:padre one:un,uno,una two:due three:tre four:quattro five:cinque six:sei seven:sette
		eight:otto nine:nove ten:dieci years:anni next:prossimo,prossima today:oggi tomorrow:domani the:la,le,i,gli
		in:nel,nella cheap:economico cheapest:piu_economico please:per_favore thanks:grazie yes:si weare:siamo but:ma
		leaving:partenza,partire direct:diretto
		monday:lunedi tuesday:martedi wednesday:mercoledi thursday:giovedi friday:venerdi saturday:sabato sunday:domenica
		the:il first:primo,prima second:secondo,seconda third:terzo,terza rather:piuttosto
		which:quale cheap:economica cheapest:piu_economica`),
	newTongue(`i:eu we:nos want:quero,queremos,queria,gostaria need:preciso,precisamos,procuro travel:viajar trip:viagem
		flight:voo flights:voos there:ida oneway:so_ida,somente_ida back:volta,voltar,regresso from:desde for:para with:com
		without:sem my:meu,minha,meus,minhas our:nosso,nossa and:e or:ou near:perto_de,perto_do,perto_da
		room:quarto rooms:quartos accommodation:alojamento,hospedagem night:noite nights:noites day:dia days:dias
		week:semana weeks:semanas weekend:fim_de_semana person:pessoa people:pessoas adult:adulto adults:adultos
		child:crianca children:criancas,filhos baby:bebe babies:bebes wife:mulher,esposa husband:marido
		girlfriend:namorada boyfriend:namorado friend:amigo,amiga friends:amigos,amigas son:filho daughter:filha
		parents:pais mother:mae father:pai one:um,uma two:dois,duas three:tres four:quatro five:cinco six:seis seven:sete
		eight:oito nine:nove ten:dez years:anos next:proximo,proxima today:hoje tomorrow:amanha in:em,no,na
		cheap:barato cheapest:mais_barato please:por_favor thanks:obrigado,obrigada yes:sim no:nao weare:somos but:mas
		leaving:partida,saida,saindo direct:direto
		monday:segunda_-_feira tuesday:terca_-_feira wednesday:quarta_-_feira thursday:quinta_-_feira
		friday:sexta_-_feira saturday:sabado sunday:domingo
		first:primeiro,primeira second:segunda third:terceiro,terceira which:qual cheap:barata cheapest:mais_barata`),
}

// newTongue reads "english:word,two_words" entries.
func newTongue(entries string) tongue {
	t := tongue{words: map[string]string{}, most: 1}
	for entry := range strings.FieldsSeq(entries) {
		english, own, _ := strings.Cut(entry, ":")
		for word := range strings.SplitSeq(own, ",") {
			key := strings.ReplaceAll(word, "_", " ")
			t.words[key] = english
			t.most = max(t.most, strings.Count(key, " ")+1)
		}
	}
	return t
}

// minTellingLetters is the length from which one word tells its language: "personas".
const minTellingLetters = 5

// translate replaces the travel words of another language by English ones. A message counts as written in a language if
// two of its words belong to no other, or if one does and the person has used the language before. With a single such
// word otherwise, only that word is translated, with the number or article before it.
func (r *reading) translate() {
	best, most := r.tongue()
	if spoken := r.spoken(); most < 2 && spoken >= 0 && (best == spoken || r.isAllOf(&tongues[spoken])) {
		best, most = spoken, 2
	}
	if best < 0 {
		return
	}
	t := &tongues[best]
	for i := 0; i < len(r.toks); i++ {
		english, n := t.at(r.toks, i)
		if n == 1 && r.inTownName(i) {
			continue // "Santo Domingo" is no Sunday
		}
		if n > 0 && (most > 1 || r.tells(t, i) || r.tells(t, i+1) && (cardinals[english] > 0 || english == "the")) {
			r.toks[i].translate(english, r.toks[i:i+n])
			r.toks = slices.Delete(r.toks, i+1, i+n)
		}
	}
}

// inTownName reports whether token i is a part of the name of a town, of several words.
func (r *reading) inTownName(i int) bool {
	isTown := func(from int) bool {
		if from < 0 || from+1 >= len(r.toks) || !r.toks[from].title || !r.toks[from+1].title {
			return false
		}
		e, ok := geo.Lookup(r.toks[from].fold() + " " + r.toks[from+1].fold())
		return ok && e.Population >= 20_000
	}
	return isTown(i-1) || isTown(i)
}

// tongue returns the language of which most words of the message are, and how many; -1 when it is of none.
func (r *reading) tongue() (best, most int) {
	best = -1
	for k := range tongues {
		if n := r.telling(&tongues[k]); n > most {
			best, most = k, n
		}
	}
	return best, most
}

// spoken returns the language in which the person wrote last, when that was another than English; else -1.
func (r *reading) spoken() int {
	for _, message := range slices.Backward(r.known.recent) {
		before := reading{toks: tokenize(message)}
		if best, most := before.tongue(); most > 1 {
			return best
		}
	}
	return -1
}

// isAllOf reports whether all words of the message are of this language, and one of them of no other: "le moins cher",
// "sans hôtel", "oui".
func (r *reading) isAllOf(t *tongue) bool {
	isOwn := false
	for i := 0; i < len(r.toks); {
		_, n := t.at(r.toks, i)
		if n == 0 && r.toks[i].kind == word && topicWords[r.toks[i].text] == noTopic {
			return false
		}
		isOwn = isOwn || n > 0 && !slices.Contains(sharedWords, r.toks[i].fold())
		i += max(n, 1)
	}
	return isOwn
}

// at returns the English word for the longest entry that stands from token i on, and its number of tokens.
func (t *tongue) at(toks []token, i int) (english string, n int) {
	key := ""
	for k := i; k < min(len(toks), i+t.most); k++ {
		if k > i {
			key += " "
		}
		if key += toks[k].fold(); t.words[key] != "" {
			english, n = t.words[key], k-i+1
		}
	}
	return english, n
}

// telling counts the words of the message that are of this language and neither English nor a place.
func (r *reading) telling(t *tongue) int {
	var found []string
	for i := range r.toks {
		if _, n := t.at(r.toks, i); n > 1 { // "por favor": no English has such a phrase
			found = append(found, r.words(i, i+n))
			continue
		}
		key := r.toks[i].fold()
		if t.words[key] == "" || len(key) < 2 || slices.Contains(articles, key) || slices.Contains(found, key) {
			continue
		}
		if e, isName := geo.Lookup(key); !isName && !e.Word {
			found = append(found, key)
		}
	}
	if len(found) == 1 && len(found[0]) < minTellingLetters {
		return 0
	}
	return len(found)
}

// tells reports whether token i is a word of this language, and no English one.
func (r *reading) tells(t *tongue, i int) bool {
	if i >= len(r.toks) || t.words[r.toks[i].fold()] == "" {
		return false
	}
	e, isName := geo.Lookup(r.toks[i].fold())
	return !isName && !e.Word
}

// fold is how the token was written, folded.
func (t *token) fold() string {
	switch {
	case t.own != "":
		return t.own
	case t.kind == word:
		return geo.Fold(t.raw)
	}
	return t.text
}

// translate gives a token the English word for all the tokens that it stands for.
func (t *token) translate(english string, said []token) {
	t.own = t.fold()
	for i := range said[1:] {
		if said[i+1].spaced {
			t.raw += " "
		}
		t.raw += said[i+1].raw
	}
	t.end = said[len(said)-1].end
	t.text, t.value, t.ordinal = english, cardinals[english], false
	if n, isOrdinal := ordinals[english]; isOrdinal {
		t.value, t.ordinal = n, true
	}
}
