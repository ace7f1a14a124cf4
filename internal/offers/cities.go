package offers

import "strings"

// cities are the cities that have several IATA codes: those of their airports, and of all of them together.
const cities = "" +
	"ADA COV; ADB IZM; ADJ AMM; AEP BUE EZE; AHE XMH; AKI BET KWT; AKN WSN; ALY HBE; ANC MRI; ANK ESB; ANV KGX; " +
	"APK KKR; AQJ ETM TCP; ARN BMA NYO STO; ATL PDK; AUK EMK; BBU BUH OTP; BDD KUG UBB; BFI SEA; BFS BHD; " +
	"BGY LIN MIL MXP; BHZ CNF; BIC LRT; BJS PEK PKX; BKK DMK; BKM LBW; BLB PAC PTY; BLI ESD WSX; BMR NOD; " +
	"BQU MQS SVD; BSL EAP; BVA CDG ORY PAR; BWK SPU; BYW FRD; BZE TZA; CAI SPX; CAN FUO; CAT LIS; CCM JJG; " +
	"CCV NUS; CDB KVC; CGH GRU SAO; CGK HLP JKT; CHI MDW ORD; CIA FCO ROM; CIW CRU; CLP DLG KMO WKK; CLT USA; " +
	"CMB RML; CMG PSZ; CMH LCK; CNC SYU; CPH RKE; CTS OKD SPK; CVG LUK; CYS FEW; DAL DFW; DAX DZH; DCA IAD WAS; " +
	"DEL HDO; DKR DSS; DME MOW SVO VKO ZIA; DTT DTW; DWC DXB; ECP PFN; EIS VIJ; ELH HBI; ELI GLV; ENO PSS; " +
	"EOH MDE; EOI NDY SOY; ERS WDH; EWB MVY; EWR JFK LGA NYC TEB; FLJ NCN; FMY RSW; FYV XNA; GDT SLX; GEA NOU; " +
	"GEO OGL; GIG RIO SDU; GLA PIK; GLF PJM; GMP ICN SEL; GNU PTU; GST HNH; HAM QUU; HAR MDT; HID XMY; HIS HTI; " +
	"HLA JNB; HND NRT TYO; HNS SGY; HOM KEB PGM SOV; HOU IAH; IAN ORV; ICC PMV; IEV KBP; IGR IGU; IIA INQ NNR; " +
	"IKA THR; ILI KNK; ILS SAL; INC YEH; IST SAW; ITM KIX OSA; IZA JDF; JBQ SDQ; JOG YIA; JQA UMD; KCY KJA; " +
	"KEF REK RKV; KEW ZSJ; KGE MUA RBV; KGK KNW; KIF YAX; KIN KTP; KKH KWK; KNO MES; KSM MOU; KTD MMD; KTS TLA; " +
	"KUL SZB; KYU NUL; LAX SFR; LCE UII; LCY LGW LHR LON LTN SEN STN; LEV LKB NGI; LFM PGU; LGL MUR; LHS MDZ; " +
	"LLO TRT; LNB PBJ VLS; LOD SSR WLH; LPS RCE YWH YYJ; LSI LWK; LUP MKK; LYR SYG; MBW MEB MEL; MCI MKC; " +
	"MCO ORL; MEX NLU; MGT RAM; MIA OPF; MJI TIP; MLW ROB; MMA MMX; MMY SHI; MSA ZPB; MVT TIH; MZV ODN; NAN PTF; " +
	"NBO WIL; NCA PLS; NGO NKM; NNX TWU; NRL PPW WRY; OBU SHG; PVG SHA; RDV SLQ; REP SAI; SAC SMF; SIA XIY; " +
	"SIG SJU; SIN XSP; SJO SYQ; SMK WBB; SPB STT; SRZ VVI; TCI TFN TFS; TOG TWA; TPE TSA; ULV ULY; UNI UVF; " +
	"WAW WMI; WMT ZYI; YAL YGN YZT; YEA YEG; YFA ZKE; YFX YMH YWM; YHA YHG; YHP YPM; YHR ZTB; YHU YMQ YUL; " +
	"YIK YZG; YIV YST; YNA ZKG; YTO YTZ YYZ"

// cityOf numbers the cities by their codes, from one on.
var cityOf = func() map[string]int {
	city := make(map[string]int)
	n := 0
	for codes := range strings.SplitSeq(cities, "; ") {
		n++
		for code := range strings.FieldsSeq(codes) {
			city[code] = n
		}
	}
	return city
}()

// sameCity reports whether two IATA codes are of one city that has several.
func sameCity(a, b string) bool {
	city := cityOf[a]
	return city != 0 && city == cityOf[b]
}
