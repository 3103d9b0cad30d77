const COUNTRIES =
  'ac ad ae af ag ai al am ao aq ar as at au aw ax az ba bb bd be bf bg bh bi bj bm bn bo br bs bt bw by bz ca cd cf ' +
  'cg ch ci ck cl cm cn co cr cu cv cw cx cy cz de dj dk dm do dz ec ee eg er es et eu fi fj fk fm fo fr ga gd ge gf ' +
  'gg gh gi gl gm gn gp gq gr gs gt gu gw gy hk hm hn hr ht hu id ie il im in io iq ir is it je jm jo jp ke kg kh ki ' +
  'km kn kp kr kw ky kz la lb lc li lk lr ls lt lu lv ly ma mc me mg mh mk ml mm mn mo mp mq mr ms mt mu mv mw mx my ' +
  'mz na nc ne nf ng ni nl no np nr nu nz om pa pe pf pg ph pk pl pm pn pr pt pw qa re ro ru rw sa sb sc sd se sg si ' +
  'sk sl sm sn sr ss st su sv sx sy sz tc td tf tg th tj tk tl tm tn to tr tt tv tw tz ua ug uk us uy uz va vc ve vg ' +
  'vi vn vu wf ws ye yt za zm zw рф укр бел срб';

const GENERIC =
  'academy aero agency app art arpa asia bank bar berlin best bio biz blog build business cafe cam camp capital car ' +
  'care cat center chat church city click clinic cloud club coach codes coffee com community company computer cool ' +
  'coop country courses dance data date day deals dental design dev digital direct directory dog domains earth edu ' +
  'education email energy engineer engineering events exchange expert family fans farm fashion film finance fit fm ' +
  'foundation fun fund fyi gallery game games garden gay gift global gmbh gold gov group guide guru hamburg health ' +
  'help hospital host hosting house info ink institute int international investments jetzt jobs kitchen koeln land ' +
  'lat law legal life limited link live llc loan lol london ltd market marketing media memorial mil mobi moda moe ' +
  'money moscow museum name net network news ngo ninja nyc one ong online org page paris partners party pet photo ' +
  'photography photos pics pictures pizza plus post press pro productions properties pub quebec radio recipes rent ' +
  'repair report rest restaurant review reviews rip rocks ruhr sale school science scot services shop show site ski ' +
  'social software solar solutions space store stream studio style support surf swiss systems tax taxi team tech ' +
  'technology tel theater tips tips today tokyo tools top tours town toys trade training travel tube university ' +
  'vegas ventures vet video vip vision vote wales wang watch website wedding wien wiki win wine work works world wtf ' +
  'xn--p1ai xyz yoga zone';

/**
 * Endings that make a word without a scheme a link. Those that are mostly endings of files in a chat are missing on
 * purpose: cc, md, mov, ps, py, rs, sh, so, zip.
 */
export const TOP_LEVEL_DOMAINS: ReadonlySet<string> = new Set(`${COUNTRIES} ${GENERIC}`.split(' '));
